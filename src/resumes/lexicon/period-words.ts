/** Words of periods. */
import { anyOf } from "#language/phrases.ts";
import { wordsOfAll } from "#language/words.ts";

export const PRESENT: readonly string[] = wordsOfAll(({ resume }) => resume?.present);
export const TO: readonly string[] = wordsOfAll(({ resume }) => resume?.to);
export const SINCE: readonly string[] = wordsOfAll(({ resume }) => resume?.since);

/** Words before a single date that make it the end of a period. */
export const UNTIL = new RegExp(`${anyOf("resumes", "until")}[^\\p{L}\\p{N}]{0,3}(?:${anyOf("resumes", "after_until")}|:)?\\s?$`, "iu");
