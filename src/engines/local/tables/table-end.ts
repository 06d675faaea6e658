/** Where the rows of a table end: lines below it that are no rows of it, such as sums, signatures and the next part of a form. */
import { largest, smallest } from "#documents/long-lists.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Match } from "./columns-for.ts";
import { amountOf, isNumeric, numberIn, type Pair } from "./fit.ts";
import { isTotal } from "./totals.ts";

/** So many rows tell what a row of the table has. */
const ROWS_MIN = 2;
/** A line that lacks this share of what all rows above it have is no row, and one that lacks any where something else sets it off. */
const LACKS_MAX = 0.5;
/** A gap this many times the usual one between rows sets a line off. */
const GAP = 1.6;
const LABEL = /^[^:]{3,40}:(?:\s|$)/u;

/** The first of the rows, in the order of the table, up to the first line from which on every line lacks what all rows above it have. */
export function upToEnd({ pairs, summed }: Match, rows: readonly number[]): readonly number[] {
  if (summed) return rows;
  for (let end = ROWS_MIN; end < rows.length; end++) {
    const [above, below] = [rows.slice(0, end), rows.slice(end)];
    const always = pairs.filter(({ column }) => above.every((row) => (column.cells[row] ?? null) !== null));
    if (always.length < 2) return rows;
    const usual = usualGap(pairs, above);
    const isForeign = (row: number) => {
      const lacking = always.filter((pair) => lacks(pair, row, above)).length;
      return lacking > 0 && (lacking >= LACKS_MAX * always.length || isSetOff(pairs, row, rows[rows.indexOf(row) - 1] ?? row, usual));
    };
    if (below.every(isForeign)) return above;
  }
  return rows;
}

/** Nothing is there, or an amount below zero where all above are above it. */
function lacks({ asked, column }: Pair, row: number, above: readonly number[]): boolean {
  const cell = column.cells[row] ?? null;
  if (cell === null) return true;
  if (!isNumeric(asked)) return false;
  const amount = amountIn(cell);
  return amount === null || (amount < 0 && above.every((other) => (amountIn(column.cells[other] ?? null) ?? 0) >= 0));
}

const amountIn = (cell: Cell | null): number | null => amountOf(cell ? numberIn(cell, "amount")?.raw : undefined);

function isSetOff(pairs: readonly Pair[], row: number, before: number, usual: number): boolean {
  const texts = pairs.flatMap(({ column }) => column.cells[row]?.text ?? []);
  if (texts.some((text) => LABEL.test(text) || isTotal(text))) return true;
  const gap = gapBetween(pairs, before, row);
  return gap !== null && gap > GAP * usual;
}

/** Between the tops of rows that follow each other; the largest. */
const usualGap = (pairs: readonly Pair[], rows: readonly number[]): number =>
  largest(rows.slice(1).map((row, i) => gapBetween(pairs, rows[i] ?? row, row) ?? 0));

function gapBetween(pairs: readonly Pair[], one: number, other: number): number | null {
  const [above, below] = [cellsOf(pairs, one), cellsOf(pairs, other)];
  if (above.length === 0 || below.length === 0 || above[0]?.page !== below[0]?.page) return null;
  return smallest(below.map(({ box }) => box.top)) - smallest(above.map(({ box }) => box.top));
}

const cellsOf = (pairs: readonly Pair[], row: number): Cell[] => pairs.flatMap(({ column }) => column.cells[row] ?? []);
