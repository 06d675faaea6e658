/** Extraction's work in the reader's child, by name; shared by both processes. */
import type { ValueChange } from "#contract/accuracy.ts";
import type { Json } from "#contract/json.ts";
import type { Bbox } from "#contract/page-words.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { SuggestReply } from "#contract/suggestions.ts";
import type { ExtractionResult } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import type { ReadOptions } from "#documents/pool/protocol.ts";
import { work } from "#documents/pool/work.ts";
import type { Answer } from "#engines/engine.ts";
import type { Hint } from "#engines/remembered.ts";
import type { PagesRead } from "#extraction/pages-read.ts";
import type { Class } from "#packets/classes/class-features.ts";
import type { Extraction } from "#results/extract.ts";
import type { Parted } from "#results/hybrid.ts";
import type { Tallied } from "#results/measure/figures.ts";
import type { Mark } from "#structure/layout/marks.ts";
import type { KnownPart } from "./said-parts.ts";

/** `kept`: the caller has what was read of the file before (kept.ts), and is asked for it. `pagesRead`: numbers of the pages that were read now. */
export type KeptAsk = { reading: ReadOptions; kept: boolean };
export type ReadKept = { document: Document; pagesRead: number[] };
/** From a file to its pages, with those that were read before. */
export const READ = work<KeptAsk, ReadKept>("read-with-kept");

export type Extracted = Extraction & { document: PagesRead; pagesRead: number[] };

/** With `remembers` a work asks its caller, with the layout of the document (memory/lesson.ts), for what is remembered of it, and gets a Memory or null. */
export type Asked = { schema: Schema; remembers: boolean };
/** From a file to values, by the local engine. Reports the stages `extracting` and `checking`. */
export const EXTRACT = work<Asked & KeptAsk, Extracted>("extract");
/** From a document to findings, by the local engine. */
export const POINT = work<Asked, Answer>("point");
/** From a document to what the local engine is sure of, and the rest of the schema. */
export const PART = work<Asked, Parted>("part");
/** From a document to what is remembered of its layout, told on it; empty where nothing is. */
export const HINT = work<Asked, Hint[]>("hint");
/** From a document and an engine's answer to values. */
export const BUILD = work<Asked & { answer: Answer }, ExtractionResult>("build");
/** A reading to be compared, with the schema that was asked for; confidences by JSON Pointer into the data. */
export type ComparedReading = { schema: Schema; data: Record<string, Json>; confidences: Record<string, number | null> };
/**
 * `reviewed`: the schema of the reviewed task, `truth`: what was confirmed in it. `now`: by the version that is tried; `before`: by the
 * published one, if that is another.
 */
export type CompareAsk = { reviewed: Schema; truth: Record<string, Json>; now: ComparedReading; before: ComparedReading | null };
type Counted = { tally: Tallied[]; entirelyRight: boolean };
export type Compared = { now: Counted; before: Counted | null; changes: Omit<ValueChange, "task_id">[] };
/** From readings of a document to their counts, and the values that only one has right. */
export const COMPARE = work<CompareAsk, Compared>("compare-readings");
/** `heads`: first and last lines of the pages are wanted, for a model. `said`: whether people said anything of pages for the classes. `whole`: the pages that are read are one document. */
export type SplitAsk = { reading: ReadOptions; classes: Class[]; said: boolean; heads?: boolean; whole?: boolean };
/** `part`: the file inside of the document that the page is of. */
export type PageHead = { page: number; part: string | null; head: string[]; foot: string[] };
/** `layouts`: of the pages with words to know them by. `kept`: what was read, for who reads pages of the file next. */
export type Split = {
  document: PagesRead;
  parts: KnownPart[];
  layouts: { page: number; marks: readonly Mark[] }[];
  kept: string | null;
  heads: PageHead[];
};
/** From a file that holds several documents to its parts. Asks its caller, with the layout of a page, what is remembered of it (ask-memory.ts). */
export const SPLIT = work<SplitAsk, Split>("split");
/** From a file to the schema that its labels suggest. `pagesMax`: the most pages read. */
export const SUGGEST = work<{ reading: ReadOptions; pagesMax: number }, Omit<SuggestReply, "preview">>("suggest");
/** From a file to the words inside a box of the page read. */
export const PAGE_WORDS = work<{ reading: ReadOptions; bbox: Bbox }, string>("page-words");
