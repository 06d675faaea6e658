/** Memory's work in the reader's child. */
import type { Json } from "#contract/json.ts";
import type { Bbox } from "#contract/page-words.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { ReadOptions } from "#documents/pool/protocol.ts";
import { work } from "#documents/pool/work.ts";
import type { Example } from "#engines/remembered.ts";
import type { Layout } from "#memory/lesson.ts";

/** `truth`: the confirmed values; `places`: where a person said that one stands, by its JSON pointer. */
export type LearnAsk = { reading: ReadOptions; schema: Schema; truth: Json; places: Record<string, { page: number; bbox: Bbox }> };
/** From a reviewed file to what it teaches. */
export const LEARN = work<LearnAsk, Layout & { example: Example }>("learn");
