/** Where the rows of a table end: lines below it that are no rows of it, such as sums, signatures and the next part of a form. */
import { smallest } from "#documents/long-lists.ts";
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

/** What all rows above a line have: `always` these cells, of which `positive` have no amount below zero; `usual`: the widest gap between two. */
type Above = { always: readonly Pair[]; positive: Set<Pair>; usual: number };

/** The first of the rows, in the order of the table, up to the first line from which on every line lacks what all rows above it have. */
export function upToEnd({ pairs, summed }: Match, rows: readonly number[]): readonly number[] {
  if (summed) return rows;
  const above: Above = { always: pairs, positive: new Set(pairs), usual: 0 };
  for (let end = 0; end < rows.length; end++) {
    if (end >= ROWS_MIN && above.always.length < 2) return rows;
    let at = end;
    while (end >= ROWS_MIN && at < rows.length && isForeign(at, rows, pairs, above)) at += 1;
    if (at === rows.length) return rows.slice(0, end);
    const row = rows[end] ?? 0;
    above.always = above.always.filter(({ column }) => (column.cells[row] ?? null) !== null);
    for (const pair of above.positive) if ((amountIn(pair, row) ?? 0) < 0) above.positive.delete(pair);
    if (end > 0) above.usual = Math.max(above.usual, gapBetween(pairs, rows[end - 1] ?? row, row) ?? 0);
  }
  return rows;
}

function isForeign(at: number, rows: readonly number[], pairs: readonly Pair[], { always, positive, usual }: Above): boolean {
  const row = rows[at] ?? 0;
  const lacking = always.filter((pair) => lacks(pair, row, positive.has(pair))).length;
  return lacking > 0 && (lacking >= LACKS_MAX * always.length || isSetOff(pairs, row, rows[at - 1] ?? row, usual));
}

/** Nothing is there, or an amount below zero where all above are above it. */
function lacks(pair: Pair, row: number, isPositive: boolean): boolean {
  if ((pair.column.cells[row] ?? null) === null) return true;
  if (!isNumeric(pair.asked)) return false;
  const amount = amountIn(pair, row);
  return amount === null || (amount < 0 && isPositive);
}

const amountIn = ({ column }: Pair, row: number): number | null => {
  const cell = column.cells[row] ?? null;
  return amountOf(cell ? numberIn(cell, "amount")?.raw : undefined);
};

function isSetOff(pairs: readonly Pair[], row: number, before: number, usual: number): boolean {
  const texts = pairs.flatMap(({ column }) => column.cells[row]?.text ?? []);
  if (texts.some((text) => LABEL.test(text) || isTotal(text))) return true;
  const gap = gapBetween(pairs, before, row);
  return gap !== null && gap > GAP * usual;
}

/** Between the tops of two rows of a page; null for rows of two pages. */
function gapBetween(pairs: readonly Pair[], one: number, other: number): number | null {
  const [above, below] = [cellsOf(pairs, one), cellsOf(pairs, other)];
  if (above.length === 0 || below.length === 0 || above[0]?.page !== below[0]?.page) return null;
  return smallest(below.map(({ box }) => box.top)) - smallest(above.map(({ box }) => box.top));
}

const cellsOf = (pairs: readonly Pair[], row: number): Cell[] => pairs.flatMap(({ column }) => column.cells[row] ?? []);
