/** Tables with a record in each column: the texts of the first column are the names of its values. */
import { wordiness } from "./fit.ts";
import type { Grid, GridColumn } from "./grid.ts";

const ROWS_MAX = 40;
const NAMES_MIN = 0.6;

/** The grid with rows for columns, headed by the cells of its first column; null when that has no names. */
export function transposedOf(grid: Grid): Grid | null {
  const [names, ...records] = grid.rtl ? grid.columns.toReversed() : grid.columns;
  if (!names || records.length < 2 || grid.sections.length > ROWS_MAX || wordiness(names) < NAMES_MIN) return null;
  const heads = names.headCells.map(
    (cell, i): GridColumn => ({ head: cell.text, over: "", headCells: [], cells: records.map(({ headCells }) => headCells[i] ?? null) }),
  );
  const rows = names.cells.flatMap((cell, row): GridColumn[] =>
    cell === null ? [] : [{ head: cell.text, over: "", headCells: [], cells: records.map(({ cells }) => cells[row] ?? null) }],
  );
  return { ...grid, columns: [...heads, ...rows], sections: records.map(() => null) };
}
