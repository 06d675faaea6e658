/** A name printed on two or three lines in the same type, possibly with other text beside it. */
import { boxAround } from "#documents/layout/assemble.ts";
import { type Piece, pieceOf } from "#resumes/page/piece.ts";
import { type Row, typeSizeOf } from "#resumes/page/row.ts";

/** Type this many times as large as the body's is large. */
export const LARGE = 1.35;
/** Maximum words of the first line and of the next: in large type names may be long, in small type such lines are text. */
const WORDS_MAX = { large: [6, 5], small: [2, 3] } as const;
/** Maximum relative difference between sizes of the same type; OCR measures ink, which depends on the letters. */
export const SAME_SIZE = { native: 0.08, ocr: 0.35, unspaced: 0.45 };
/** In these scripts OCR measures lines, not letters: two lines that almost touch may differ by more. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Rows below that are examined: lines of a box beside the name may be between its own. */
const ROWS_BELOW = 4;

/** Names that begin in row `i` and continue below it, longest first; empty when there is none. */
export function stackedPieces(rows: readonly Row[], i: number, bodySize: number): Piece[] {
  const row = rows[i];
  if (!row) return [];
  for (const cell of row.cells) {
    const second = goesOn(cell, rows, i, bodySize);
    if (!second) continue;
    const third = goesOn(second.cell, rows, second.row, bodySize);
    const two = pieceOf([...cell.words, ...second.cell.words], row.page);
    if (!third) return [two];
    const three = pieceOf([...two.words, ...third.cell.words], row.page);
    return typeSizeOf(cell.words) >= LARGE * bodySize ? [three, two] : [three];
  }
  return [];
}

function goesOn(cell: Piece, rows: readonly Row[], i: number, bodySize: number): { cell: Piece; row: number } | null {
  const row = rows[i];
  const rowsBelow = typeSizeOf(cell.words) >= LARGE * bodySize ? ROWS_BELOW : 1;
  for (let at = i + 1; row && at <= i + rowsBelow; at += 1) {
    const next = rows[at];
    const found = next ? below(cell, row, next, bodySize) : null;
    if (found) return { cell: found, row: at };
  }
  return null;
}

/** The cell of the row below that continues this one. */
function below(cell: Piece, row: Row, next: Row, bodySize: number): Piece | null {
  if (row.page !== next.page) return null;
  const size = typeSizeOf(cell.words);
  const isLarge = size >= LARGE * bodySize;
  const [firstMax, nextMax] = isLarge ? WORDS_MAX.large : WORDS_MAX.small;
  if (!isLarge && (row.cells.length > 1 || next.cells.length > 1)) return null;
  const box = boxAround(cell.words);
  const isOcr = cell.words[0]?.source === "ocr";
  const isBelow = (other: Piece) => {
    const at = boxAround(other.words);
    const isClose = UNSPACED.test(cell.text) && at.top - box.bottom < 0.2 * size;
    const tolerance = SAME_SIZE[isOcr ? (isClose ? "unspaced" : "ocr") : "native"];
    const isAligned = Math.abs(box.left - at.left) < 3 * size || (isLarge && Math.abs(box.right - at.right) < 3 * size);
    const isNear = at.top >= box.top + size / 2 && at.top - box.bottom < size;
    const isSame = Math.abs(typeSizeOf(other.words) - size) < tolerance * size;
    return isSame && isAligned && isNear && other.words.length <= nextMax;
  };
  return cell.words.length <= firstMax ? (next.cells.find(isBelow) ?? null) : null;
}
