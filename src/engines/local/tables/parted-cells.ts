/** Parts columns whose cells hold two values: a count or a code before a text, a letter behind an amount, two with a stroke between them. */

import type { Word } from "#documents/document.ts";
import { isValueLike } from "#structure/pieces.ts";
import { type Cell, textOf, withWords } from "#structure/sheet.ts";
import type { GridColumn } from "./grid.ts";

const filled = ({ cells }: GridColumn): Cell[] => cells.filter((cell) => cell !== null);

const CODE = /^(?:\p{N}{1,4}[.):x]?|\(?\p{L}\)?[.):]?|\p{N}+(?:\.\p{N}+)+)$/iu;
const SEPARATOR = /^[-–—:.)]$/u;
const COUNT = /^\d{1,3}x?$/iu;
const PREFIX_WORDS_MAX = 3;
/** Shares of the cells that must begin so: with a code; with the same words and a code; with a count, which extras of an item lack. */
const SHARES = { coded: 0.75, named: 0.35, counted: 0.25 } as const;
const NAMED_MIN = 4;

/** `(A) Dwelling`, `Bill No. 3 Roofs`, `2 Coffee`: the code and the text after it; null when too few cells begin with one. */
export function partedCodes(column: GridColumn): GridColumn[] | null {
  const cells = filled(column);
  for (let at = 0; at <= PREFIX_WORDS_MAX && cells.length > 1; at++) {
    const prefixes = at === 0 ? [""] : commonPrefixes(cells, at);
    for (const prefix of prefixes) {
      const begins = (cell: Cell) =>
        textOf(cell.words.slice(0, at)) === prefix && CODE.test(cell.words[at]?.text ?? "") && cell.words.length > at + 1;
      const count = cells.filter(begins).length;
      const counts = at === 0 && count > 2 && cells.every((cell) => !begins(cell) || COUNT.test(cell.words[0]?.text ?? ""));
      const coded = count >= SHARES.coded * cells.length;
      const named = at > 0 && count >= Math.max(NAMED_MIN, SHARES.named * cells.length);
      if (count < 2 || !(coded || named || (counts && count >= SHARES.counted * cells.length))) continue;
      return partsAfter(column, { at, prefix, begins, counts });
    }
  }
  return null;
}

/** The first words of so many cells that they may be named by them. */
function commonPrefixes(cells: readonly Cell[], at: number): string[] {
  const counts = new Map<string, number>();
  for (const { words } of cells) {
    const prefix = textOf(words.slice(0, at));
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const least = Math.min(SHARES.coded * cells.length, Math.max(NAMED_MIN, SHARES.named * cells.length));
  return [...counts].flatMap(([prefix, count]) => (count >= least ? [prefix] : []));
}

type Beginning = { at: number; prefix: string; begins: (cell: Cell) => boolean; counts: boolean };

/** Cells that begin otherwise stay as they are. */

function partsAfter(column: GridColumn, { at, prefix, begins, counts }: Beginning): GridColumn[] {
  const part = (take: (cell: Cell) => Cell | null) => column.cells.map((cell) => (cell === null ? null : take(cell)));
  const rest = (cell: Cell) => cell.words.slice(at + 1 + (SEPARATOR.test(cell.words[at + 1]?.text ?? "") ? 1 : 0));
  const code = (cell: Cell) => (begins(cell) ? withWords(cell, cell.words.slice(at, at + 1)) : null);
  const text = (cell: Cell) => (begins(cell) && rest(cell).length > 0 ? withWords(cell, rest(cell)) : cell);
  return [
    { head: prefix, headCells: [], over: column.over, counts, enumerates: at > 0, cells: part(code) },
    { ...column, cells: part(text) },
  ];
}

const LETTER = /^(?:\p{L}{1,4}[23²³]?\.?|\*{1,2})$/u;
const LETTERED_MIN = 0.6;

/** `1,99 B`, `12 pcs`: the number and the letter or unit behind it; null when too few cells end with one. */
export function partedLetters(column: GridColumn): GridColumn[] | null {
  const cells = filled(column);
  const end = ({ words }: Cell) => words.findIndex(({ text }, i) => i > 0 && LETTER.test(text));
  const ends = (cell: Cell) => end(cell) > 0 && isValueLike(textOf(cell.words.slice(0, end(cell))));
  if (cells.length < 2 || cells.filter(ends).length < LETTERED_MIN * cells.length) return null;
  const part = (take: (cell: Cell) => Cell | null) => column.cells.map((cell) => (cell === null ? null : take(cell)));
  return [
    { ...column, cells: part((cell) => (ends(cell) ? withWords(cell, cell.words.slice(0, end(cell))) : cell)) },
    { ...column, head: "", cells: part((cell) => (ends(cell) ? withWords(cell, cell.words.slice(end(cell), end(cell) + 1)) : null)) },
  ];
}

const STROKE = /\s\/\s/;
const STROKED_MIN = 0.75;

/**
 * Two values in each cell under a head that names both: "Class / Rate" over "12 / 1.70", and "Code / Description" over a code with a text in
 * the lines below it. Null for any other column.
 */
export function partedStrokes(column: GridColumn): GridColumn[] | null {
  const heads = column.head.split(STROKE);
  if (heads.length < 2) return null;
  return partedBy(column, heads, strokesIn) ?? (heads.length === 2 ? partedBy(column, heads, firstLineOf) : null);
}

type Parts = (cell: Cell) => (readonly Word[])[];

const strokesIn: Parts = ({ words }) => {
  const ends = [-1, ...words.flatMap(({ text }, i) => (text === "/" ? [i] : [])), words.length];
  return ends.slice(1).map((end, i) => words.slice((ends[i] ?? 0) + 1, end));
};

/** The words of the first line, and all others. */
const firstLineOf: Parts = ({ words }) => {
  const below = words.findIndex(({ box }) => box.top >= (words[0]?.box.bottom ?? 0));
  return below < 0 ? [words] : [words.slice(0, below), words.slice(below)];
};

function partedBy(column: GridColumn, heads: readonly string[], partsOf: Parts): GridColumn[] | null {
  const parts = column.cells.map((cell) => (cell ? partsOf(cell).filter((words) => words.length > 0) : []));
  const whole = parts.filter((each) => each.length === heads.length).length;
  if (whole === 0 || whole < STROKED_MIN * filled(column).length) return null;
  return heads.map((head, i) => ({
    ...column,
    head,
    headCells: i === 0 ? column.headCells : [],
    cells: column.cells.map((cell, row) => {
      const own = parts[row]?.length === heads.length ? parts[row]?.[i] : i === 0 ? cell?.words : undefined;
      return cell && own ? withWords(cell, [...own]) : null;
    }),
  }));
}
