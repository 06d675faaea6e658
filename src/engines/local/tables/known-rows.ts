/** Which lines of a table are rows, as reviewed documents of the layout say. */
import type { OtherLine, TableExample } from "#engines/remembered.ts";
import { hashOf, isFixed } from "#structure/layout/marks.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Match } from "./columns-for.ts";
import type { Grid } from "./grid.ts";

/** A line is the remembered one when both have this share of the words of the longer one. */
const LIKE_MIN = 0.6;

export const cellsOfRow = ({ columns }: Grid, row: number): Cell[] => columns.flatMap(({ cells }) => cells[row] ?? []);

/** The words of a line that the layout may repeat, as hashes. */
export const fixedWordsOf = (cells: readonly Cell[]): number[] =>
  cells.flatMap(({ words }) => words.filter(({ text }) => isFixed(text)).map(({ text }) => hashOf(text)));

/**
 * The rows without those that most reviewed documents had as other lines, and without those that lack what every row had: most of it, or
 * anything of it below a line that ended the rows. All of them where nothing is remembered.
 */
export function knownRows({ grid, pairs }: Match, rows: readonly number[], remembered: readonly TableExample[]): readonly number[] {
  const filled = pairs.filter(({ asked }) => isFilled(asked.path.join("/"), remembered));
  const lacks = (row: number) => filled.filter(({ column }) => (column.cells[row] ?? null) === null).length;
  let ended = false;
  return rows.filter((row) => {
    const lacking = lacks(row);
    const line = lineIn({ words: fixedWordsOf(cellsOfRow(grid, row)), isWhole: lacking === 0 }, remembered);
    ended ||= line?.ends === true;
    return line === null && (ended ? lacking === 0 : 2 * lacking <= filled.length);
  });
}

const isFilled = (path: string, remembered: readonly TableExample[]): boolean => {
  const own = remembered.flatMap(({ columns }) => columns.filter((column) => column.path === path));
  return own.length > 0 && own.every(({ filled }) => filled === true);
};

/** `isWhole`: it has all that every row had. */
type Line = { words: readonly number[]; isWhole: boolean };

/** What most of the reviewed documents say of a line: null where it is a row, or never stood there. */
function lineIn(line: Line, remembered: readonly TableExample[]): Pick<OtherLine, "ends"> | null {
  if (line.words.length === 0) return null;
  const said = remembered.flatMap(({ others = [] }) => others.find((other) => isLike(other.words, line)) ?? []);
  if (said.length === 0 || 2 * said.length < remembered.length) return null;
  return { ends: 2 * said.filter(({ ends }) => ends).length > said.length };
}

/** The line that lacks something may have a heading with it, which adds words. */
function isLike(known: readonly number[], { words, isWhole }: Line): boolean {
  const own = new Set(words);
  const shared = known.filter((word) => own.has(word)).length;
  return shared >= LIKE_MIN * Math.max(known.length, words.length) || (!isWhole && shared === known.length);
}
