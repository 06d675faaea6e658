/** Rows to sections: each heading opens one; a new column goes on where the same column stopped. */
import type { SectionKind } from "#recruiting/outline.ts";
import type { Piece } from "#recruiting/resume/page/piece.ts";
import { type Row, rowOf } from "#recruiting/resume/page/row.ts";
import type { BodyStyle } from "./body-style.ts";
import { findHeadings } from "./find-headings.ts";

export type RawSection = { kind: SectionKind; heading: Piece | null; rows: Row[] };

/** Page units by which the same column may be shifted on the next page. */
const SAME_COLUMN = 25;

export function sectionsOf(rows: readonly Row[], body: BodyStyle): RawSection[] {
  const headings = findHeadings(rows, body);
  const sections: RawSection[] = [{ kind: "header", heading: null, rows: [] }];
  const columns: { left: number; page: number; section: RawSection }[] = [];
  let current = sections[0];
  let block = -1;
  for (const [i, row] of rows.entries()) {
    if (row.block !== block) {
      if (current && block >= 0) columns.push({ left: rows[i - 1]?.box.left ?? 0, page: rows[i - 1]?.page ?? 0, section: current });
      current = continued(row, leftOf(rows, i), columns) ?? current;
      block = row.block;
    }
    const heading = headings.get(i);
    if (heading) {
      current = { kind: heading.kind, heading: heading.piece, rows: [] };
      sections.push(current);
      if (heading.rest) current.rows.push(restRow(row, heading.rest));
    } else current?.rows.push(row);
  }
  return sections.filter((section) => section.rows.length > 0 || section.heading !== null);
}

/** Left edge of the block that begins at the row. */
function leftOf(rows: readonly Row[], from: number): number {
  let left = Infinity;
  for (let i = from; i < rows.length && rows[i]?.block === rows[from]?.block; i++) left = Math.min(left, rows[i]?.box.left ?? Infinity);
  return left;
}

function continued(row: Row, left: number, columns: readonly { left: number; page: number; section: RawSection }[]): RawSection | null {
  const before = columns.filter((column) => column.page < row.page).findLast((column) => Math.abs(column.left - left) < SAME_COLUMN);
  return before?.section ?? null;
}

function restRow(row: Row, rest: Piece): Row {
  const cells = row.cells.filter((cell) => cell.words.every((word) => rest.words.includes(word))).map((cell) => cell.words);
  const words = cells.length > 0 ? cells : [rest.words];
  const made = rowOf(words, row.page, row.block, null);
  return made && cells.length > 0 ? { ...made, gap: 0 } : { ...row, piece: rest, cells: [rest], gap: 0, bullet: false };
}
