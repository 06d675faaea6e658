/** Lines of a table's body by column, and what tells that one goes on in the next. */
import { heightOf } from "#structure/boxes.ts";
import type { Piece } from "#structure/pieces.ts";

export type Line = {
  cells: Map<number, Piece[]>;
  top: number;
  bottom: number;
  pieces: readonly Piece[];
  isNote: boolean;
};

/** Whether the line is a row by itself. */
export type IsAnchor = (line: Line) => boolean;

/** How the second line of a text begins, and how the first one ends. */
export const CONTINUES = /^[\p{Ll}(&,;/]/u;
export const UNFINISHED = /[,;&/(-]$|\s(?:\p{Ll}{1,3})$/u;

/** Whether the line begins further left than what stands below it in the column, as a heading over rows that are set in. */
export function isOutdented(line: Line, below: Line, column: number): boolean {
  const [piece] = line.pieces;
  const [under] = below.cells.get(column) ?? [];
  return piece !== undefined && under !== undefined && piece.box.left < under.box.left - OUTDENT_MIN * heightOf(piece.box);
}
const OUTDENT_MIN = 0.4;

export const copyOf = (line: Line): Line => ({ ...line, cells: new Map([...line.cells].map(([column, pieces]) => [column, [...pieces]])) });

export function merge(row: Line, line: Line, above = false): void {
  for (const [column, pieces] of line.cells) {
    const own = row.cells.get(column) ?? [];
    row.cells.set(column, above ? [...pieces, ...own] : [...own, ...pieces]);
  }
  row.pieces = above ? [...line.pieces, ...row.pieces] : [...row.pieces, ...line.pieces];
  row.top = Math.min(row.top, line.top);
  row.bottom = Math.max(row.bottom, line.bottom);
}
