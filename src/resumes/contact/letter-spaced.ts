/** A letter-spaced name that layout could not join everywhere: `RO E-S MITH`. */
import { type Piece, pieceOf } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";

const CELLS_MAX = 5;

/** Rows below each other with each cell joined to one word; null when no cell is split. */
export function closedUp(rows: readonly Row[]): Piece | null {
  const cells = rows.flatMap((row) => row.cells);
  const isBroken = cells.some((cell) => cell.words.length > 1 && cell.words.some((word) => [...word.text].length <= 3));
  const words = cells.flatMap((cell) => cell.words);
  if (!isBroken || cells.length > CELLS_MAX || words.some((word) => /[\d@]/.test(word.text))) return null;
  const text = cells.map((cell) => cell.words.map((word) => word.text).join("")).join(" ");
  return { ...pieceOf(words, rows[0]?.page ?? 1), text };
}
