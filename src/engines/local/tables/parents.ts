/** Sums without a label below the rows of a group, as statements print them: the label of the group above those rows is the sum's. */
import { amountOf, numberIn, wordiness } from "./fit.ts";
import type { Grid, GridColumn } from "./grid.ts";

/** Share of cells with words in the column of labels, and of rows with a number in a column of amounts. */
const WORDY_MIN = 0.5;
const NUMBERS_MIN = 0.4;
/** A group has at least so many rows. */
const ROWS_MIN = 2;
/** Difference of a printed sum from that of its rows, as a share: no more than adding decimals leaves. */
const OFF_MAX = 1e-6;

type Amounts = readonly (number | null)[];
type Group = { parent: number; rows: number; sums: number[] };

/** The grid with the labels of groups on the sums of their rows; a row that has no label and does not come to its group stays as it is. */
export function withParents(grid: Grid): Grid {
  const labels = (grid.rtl ? grid.columns.toReversed() : grid.columns).find((column) => wordiness(column) > WORDY_MIN);
  if (!labels) return grid;
  const others = grid.columns.filter((column) => column !== labels);
  const amounts = others.map(amountsOf).filter((column) => areNumbers(column, grid.sections.length));
  if (amounts.length === 0) return grid;
  const cells = [...labels.cells];
  let group: Group | null = null;
  for (const [row, label] of labels.cells.entries()) {
    const own = amounts.map((column) => column[row] ?? null);
    const isBare = own.every((amount) => amount === null);
    if (label !== null && isBare) group = { parent: row, rows: 0, sums: amounts.map(() => 0) };
    else if (label !== null && group) add(group, own);
    else if (!isBare) {
      if (group && isSumOf(group, own)) cells[row] = cells[group.parent] ?? null;
      group = null;
    }
  }
  return { ...grid, columns: grid.columns.map((column) => (column === labels ? { ...column, cells } : column)) };
}

const amountsOf = ({ cells }: GridColumn): Amounts => cells.map((cell) => (cell === null ? null : amountOf(numberIn(cell, "amount")?.raw)));

const areNumbers = (amounts: Amounts, rows: number): boolean => amounts.filter((amount) => amount !== null).length >= NUMBERS_MIN * rows;

function add(group: Group, amounts: Amounts): void {
  group.rows++;
  for (const [i, amount] of amounts.entries()) group.sums[i] = (group.sums[i] ?? 0) + (amount ?? 0);
}

function isSumOf({ rows, sums }: Group, amounts: Amounts): boolean {
  const isSum = (amount: number | null, i: number) => amount === null || Math.abs(amount - (sums[i] ?? 0)) <= OFF_MAX * Math.abs(amount);
  return rows >= ROWS_MIN && amounts.every(isSum);
}
