/** Flowing text: a file without fixed pages, as blocks that have no position yet. */
import type { HiddenText } from "#documents/document.ts";

/** `size` in points, 0 when the file does not say. `hidden`: why a reader of the page would not see the run. */
export type Run = { text: string; size: number; bold: boolean; hidden?: HiddenText["reason"]; url?: string };
/** What the file itself calls a place: a cell of a sheet, or the path of an element. */
export type Name = { cell: string } | { path: string };
/** One printed line or paragraph; tabs, or two or more spaces, separate its columns. */
export type Paragraph = { kind: "paragraph"; runs: Run[]; list?: boolean; name?: Name };
/**
 * A table: rows of cells side by side. `names`: of its cells, null for those without one. `widths`: of its columns, in characters; as wide
 * as their cells when absent. `ruled`: lines are drawn around its cells.
 */
export type Table = { kind: "table"; rows: Block[][][]; names?: (Name | null)[][]; widths?: number[]; ruled?: boolean };
/** What follows stands on another page, which shows the named sheet of the file if it is one of a sheet. */
export type Break = { kind: "break"; sheet?: string };
export type Block = Paragraph | Table | Break;

export function plain(text: string, more: { bold?: boolean; name?: Name } = {}): Paragraph {
  const { bold = false, name } = more;
  return { kind: "paragraph", runs: [{ text, size: 0, bold }], ...(name ? { name } : {}) };
}

/** Cells that a file lists from right to left, as they stand from left to right. */
export function mirrored(rows: readonly Block[][][]): Block[][][] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return rows.map((row) => [...Array.from({ length: columns - row.length }, (): Block[] => []), ...row.toReversed()]);
}
