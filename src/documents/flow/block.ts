/** Flowing text: a file without fixed pages, as blocks that have no position yet. */
import type { HiddenText } from "#documents/document.ts";

/** `size` in points, 0 when the file does not say. `hidden`: why a reader of the page would not see the run. */
export type Run = { text: string; size: number; bold: boolean; hidden?: HiddenText["reason"]; url?: string };
/** One printed line or paragraph; tabs, or two or more spaces, separate its columns. */
export type Paragraph = { kind: "paragraph"; runs: Run[]; list?: boolean };
/** A table: rows of cells side by side. */
export type Table = { kind: "table"; rows: Block[][][] };
export type Block = Paragraph | Table;
