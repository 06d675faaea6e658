/** Cells and titles of tables that are found among the pieces of a page, line by line. */
import type { Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Piece } from "#structure/pieces.ts";
import { type Cell, textOf } from "#structure/sheet.ts";

type Place = Pick<Cell, "page" | "line">;

/** The words as one cell; there is at least one. */
export const cellOfWords = ({ page, line }: Place, words: readonly Word[]): Cell => ({
  page,
  line,
  column: 0,
  text: textOf(words),
  box: boxAround(words),
  words: [...words],
});

/** The pieces as one cell; null for none. */
export function cellOfPieces(pieces: readonly Piece[] = []): Cell | null {
  const [first] = pieces;
  return first
    ? cellOfWords(
        first,
        pieces.flatMap(({ words }) => words),
      )
    : null;
}

/** The lone texts among so many lines above line `at`, the nearest first. */
export function titlesAbove(lines: readonly (readonly Piece[])[], at: number, most: number): string[] {
  const above = lines.slice(Math.max(0, at - most), at).toReversed();
  return above.flatMap(([only, second]) => (only && !second ? [only.text] : []));
}
