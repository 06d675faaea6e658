/** A stretch of a page's words that could be a value. */
import type { Kind } from "#engines/concepts/concept.ts";
import type { Value } from "#engines/local/page/values-in.ts";

/** `name` and `duration` are words within longer texts. */
export type Shape = Exclude<Kind, "mark" | "name" | "address" | "text"> | "yes-no" | "words" | "name" | "duration" | "block" | "place";
/** `lines`: of the page that it takes; `continues`: another line goes on below at its left edge; `within`: a name or a length of time within a longer text; `answer`: whether a clause says so, or denies it. */
export type Span = Value & { shape: Shape; lines: number; continues?: boolean; within?: true; answer?: boolean };
