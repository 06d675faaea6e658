/** The page's lines as pieces: runs of words without a wide gap or a ruling between them. */
import { memo } from "#contract/memo.ts";
import type { Box, Page, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { figuresIn, lettersIn } from "#language/counts.ts";

/** `line`: index of its line on the page. Words left to right, as printed. */
export type Piece = { page: number; line: number; text: string; box: Box; words: readonly Word[] };

/** Pieces of each line, left to right. `page` is upright. */
export const piecesOf = memo(
  (page: Page): readonly (readonly Piece[])[] =>
    page.lines.map((line, i) =>
      line.segments.flatMap(({ words }) => runsIn(words, BETWEEN)).map((words) => pieceOf(page.number, i, words)),
    ),
  new WeakMap(),
);

export function pieceOf(page: number, line: number, words: readonly Word[]): Piece {
  return { page, line, words, text: words.map(({ text }) => text).join(" "), box: boxAround(words) };
}

/** A ruling that OCR read as a letter, or that is typed, separates words like a ruling; so do the dots that lead to a value. */
const BETWEEN = /^(?:[|¦│[\]]+|[._…]{3,}|[-=_~*]{8,})$/u;

/** The runs of words between those that `between` matches whole. */
export function runsIn(words: readonly Word[], between: RegExp): Word[][] {
  const runs: Word[][] = [[]];
  for (const word of words) {
    if (between.test(word.text)) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs.filter((run) => run.length > 0);
}

const NOTHING = /^[-–—−.*/]+$|^n\/?a$/iu;

/** Whether the text is a number, a date or a code rather than words: at least as many digits as letters, or a dash for none. */
export function isValueLike(text: string): boolean {
  const digits = figuresIn(text);
  return digits > 0 ? digits >= lettersIn(text) : NOTHING.test(text);
}
