/** A name set with wide gaps between its letters, which the page's reader could not close everywhere: `RO E-S MITH`. */
import type { Piece } from "#recruiting/resume/page/piece.ts";
import type { Row } from "#recruiting/resume/page/row.ts";

const CELLS_MAX = 5;

/** The row with each cell closed up to one word; null when no cell is in pieces. */
export function closedUp(row: Row): Piece | null {
  const { cells, piece } = row;
  const isBroken = cells.some((cell) => cell.words.length > 1 && cell.words.some((word) => [...word.text].length <= 3));
  if (!isBroken || cells.length > CELLS_MAX || /[\d@]/.test(piece.text)) return null;
  const text = cells.map((cell) => cell.words.map((word) => word.text).join("")).join(" ");
  return { ...piece, text };
}
