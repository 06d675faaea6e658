/** Builds statements from rows: joins wrapped lines, separates list items. */
import { anyOf, WORD_START } from "#language/phrases.ts";
import type { Statement } from "#resumes/outline.ts";
import { type Piece, pieceOf } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { type BodyStyle, standsApart } from "./body-style.ts";

/** A line that fills this share of the longest one is probably wrapped. */
const FULL = 0.72;
/** A line of a list with at least this many words may be a wrapped sentence. */
const LIST_WORDS_MIN = 10;
/** Longer text than a page of words is not one statement. */
const STATEMENT_WORDS_MAX = 500;
const ENDS_OPEN = new RegExp(`[,;&\\-–—/(]$|${WORD_START}${anyOf("resumes", "sentence_goes_on")}$`, "iu");

/** `isList`: the section lists short items, so a full line alone does not mean that it is wrapped. */
export function statementsOf(rows: readonly Row[], body: BodyStyle, isList = false): Statement[] {
  const longest = widest(rows);
  const statements: Statement[] = [];
  let last: Row | null = null;
  for (const row of rows) {
    const open = statements.at(-1);
    if (open && last && continues(row, last, open, longest, body, isList)) join(open, row);
    else statements.push(statementOf(row.piece, row.bullet));
    last = row;
  }
  return statements;
}

export function statementOf(piece: Piece, bullet = false): Statement {
  return { text: piece.text, page: piece.page, words: piece.words, bullet };
}

/** Right edge of the text by block, the reference for full lines. */
function widest(rows: readonly Row[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (const row of rows) widths.set(row.block, Math.max(widths.get(row.block) ?? 0, row.box.right));
  return widths;
}

function continues(row: Row, last: Row, open: Statement, longest: ReadonlyMap<number, number>, body: BodyStyle, isList: boolean): boolean {
  if (row.bullet || row.block !== last.block || standsApart(row, body)) return false;
  if (open.words.length + row.piece.words.length > STATEMENT_WORDS_MAX) return false;
  if (isTabular(row) || isTabular(last)) return false;
  if (/^\p{Lu}[^:.,]{2,30}:\s/u.test(row.piece.text) && !ENDS_OPEN.test(open.text)) return false;
  if (Math.abs(row.size - last.size) > 0.12 * body.size || row.bold !== last.bold) return isTail(row, last);
  if (/[.!?]$/.test(open.text) && row.gap > body.tight + 0.1 && last.gap > body.tight - 0.2 && !/^\P{L}*\p{Ll}/u.test(row.piece.text))
    return false;
  const low = /^\P{L}*\p{Ll}/u.test(row.piece.text);
  if (low || ENDS_OPEN.test(open.text)) return true;
  if (isList && !open.bullet && last.piece.words.length < LIST_WORDS_MIN) return false;
  const left = Math.min(last.box.left, row.box.left);
  const full = last.box.right - left >= FULL * ((longest.get(last.block) ?? 0) - left);
  if (open.bullet) return full || row.box.left > last.box.left + 2;
  return full && last.piece.words.length > 5 && !/[.!?:]$/.test(open.text) ? true : full && last.piece.words.length > 7;
}

/** A short cell set apart at the right: a date, a place. */
function isTabular(row: Row): boolean {
  const tail = row.cells.at(-1);
  return row.cells.length > 1 && tail !== undefined && tail.words.length <= 4;
}

/** Bold text inside a paragraph, or its short last line. */
function isTail(row: Row, last: Row): boolean {
  return Math.abs(row.size - last.size) < 0.3 * last.size && /^\P{L}*\p{Ll}/u.test(row.piece.text) && row.block === last.block;
}

function join(open: Statement, row: Row): void {
  open.text = `${open.text} ${row.piece.text}`;
  open.words = [...open.words, ...row.piece.words];
}

/** The statement as a piece that can be cut; its words may cross a page break. */
export function pieceOfStatement(statement: Statement): Piece {
  const whole = pieceOf(statement.words, statement.page);
  const start = whole.text.indexOf(statement.text);
  return { text: start < 0 ? whole.text : statement.text, words: statement.words, page: statement.page, start: Math.max(0, start) };
}
