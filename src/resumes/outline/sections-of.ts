/** Groups rows into sections: each heading opens one; a new column continues where the same column stopped. */
import type { SectionKind } from "#resumes/outline.ts";
import type { Piece } from "#resumes/page/piece.ts";
import { type Row, rowOf } from "#resumes/page/row.ts";
import type { BodyStyle } from "./body-style.ts";
import { findHeadings } from "./find-headings.ts";

export type RawSection = { kind: SectionKind; heading: Piece | null; rows: Row[] };

/** Maximum shift of a column from page to page, in page units. */
const SAME_COLUMN = 25;

/** Position of a block of the reading order, and the sections open at its start and end. */
type Column = { left: number; top: number; page: number; before: RawSection; after: RawSection };

export function sectionsOf(rows: readonly Row[], body: BodyStyle): RawSection[] {
  const headings = findHeadings(rows, body);
  const header: RawSection = { kind: "header", heading: null, rows: [] };
  const sections = [header];
  const columns: Column[] = [];
  let current = header;
  for (const [i, row] of rows.entries()) {
    if (row.block !== rows[i - 1]?.block) {
      const last = columns.at(-1);
      if (last) last.after = current;
      const left = leftOf(rows, i);
      if (!headings.has(i - 1)) current = continued(row, left, columns, header) ?? current;
      columns.push({ left, top: row.box.top, page: row.page, before: current, after: current });
    }
    const heading = headings.get(i);
    if (heading) {
      current = { kind: heading.kind, heading: heading.piece, rows: [] };
      sections.push(current);
      if (heading.rest) current.rows.push(restRow(row, heading.rest));
    } else current.rows.push(row);
  }
  return sections.filter((section) => section.rows.length > 0 || section.heading !== null);
}

/** Left edge of the block that begins at the row. */
function leftOf(rows: readonly Row[], from: number): number {
  let left = Infinity;
  for (let i = from; i < rows.length && rows[i]?.block === rows[from]?.block; i++) left = Math.min(left, rows[i]?.box.left ?? Infinity);
  return left;
}

/**
 * The section that the block continues; null: that of the previous block. A block beside the previous one continues what that one started
 * with.
 */
function continued(row: Row, left: number, columns: readonly Column[], header: RawSection): RawSection | null {
  const last = columns.at(-1);
  if (!last) return null;
  const same = columns.findLast((column) => Math.abs(column.left - left) < SAME_COLUMN);
  if (row.page !== last.page) return same?.after ?? null;
  if (row.box.top < last.top + row.size && left > last.left) return last.before === header ? header : (same?.after ?? last.before);
  return same && same !== last && same.page === row.page ? same.after : null;
}

function restRow(row: Row, rest: Piece): Row {
  const cells = row.cells.filter((cell) => cell.words.every((word) => rest.words.includes(word))).map((cell) => cell.words);
  const words = cells.length > 0 ? cells : [rest.words];
  const made = rowOf(words, row.page, row.block, null);
  return made && cells.length > 0 ? { ...made, gap: 0 } : { ...row, piece: rest, cells: [rest], gap: 0, bullet: false };
}
