/** Sections that are lists (skills, languages, interests): each cell and each row is a statement, a wrapped enumeration is one. */

import { largest } from "#documents/long-lists.ts";
import { anyOf, WORD_START } from "#language/phrases.ts";
import type { Statement } from "#resumes/outline.ts";
import { type Piece, pieceOf } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { type BodyStyle, standsApart } from "./body-style.ts";
import { statementOf } from "./statements.ts";

const GOES_ON = new RegExp(`[,;&(\\-–/]$|${WORD_START}${anyOf("resumes", "list_goes_on")}$`, "iu");
const ENUMERATES = /[,;،、]|\s[•·|]\s/;

export function listStatementsOf(rows: readonly Row[], body: BodyStyle): Statement[] {
  const statements: Statement[] = [];
  const right = Math.max(0, largest(rows.map((row) => row.box.right)));
  let last: Row | null = null;
  for (const row of rows) {
    const open = statements.at(-1);
    if (open && last && goesOn(row, last, open, right, body)) {
      open.text = `${open.text} ${row.piece.text}`;
      open.words = [...open.words, ...row.piece.words];
    } else for (const piece of cellsOf(row)) statements.push(statementOf(piece, row.bullet));
    last = row;
  }
  return statements;
}

function goesOn(row: Row, last: Row, open: Statement, right: number, body: BodyStyle): boolean {
  if (/[:：]$/.test(open.text) && last.cells.length === 1)
    return row.block === last.block && !/[:：]/.test(row.piece.text) && row.cells.length === 1;
  if (row.bullet || row.cells.length > 1 || row.block !== last.block || standsApart(row, body)) return false;
  if (/[:：]/.test(row.piece.text) && !/[,;]$/.test(open.text)) return false;
  if (GOES_ON.test(open.text)) return true;
  const full = last.box.right - last.box.left >= 0.75 * (right - last.box.left);
  return full && ENUMERATES.test(open.text) && last.piece.words.length > 3;
}

/** A label and its list stay together. */
function cellsOf(row: Row): Piece[] {
  const [first, second] = row.cells;
  if (!first || !second) return [row.piece];
  const labelled = /[:：]$/.test(first.text) || (first.words.every((word) => word.bold) && !second.words.every((word) => word.bold));
  if (!labelled || row.cells.length > 2) return row.cells;
  return [
    pieceOf(
      row.cells.flatMap((cell) => cell.words),
      row.page,
    ),
  ];
}
