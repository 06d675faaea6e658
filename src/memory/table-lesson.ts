/** Which column of a printed table has which field of a list, told by the confirmed rows. */
import type { Json } from "#contract/json.ts";
import type { ListField } from "#engines/local/leaves.ts";
import { type Asked, askedOf, headKey } from "#engines/local/tables/fit.ts";
import { type Grid, type GridColumn, gridsOf } from "#engines/local/tables/grid.ts";
import { bestPairing } from "#engines/local/tables/pairing.ts";
import type { TableExample } from "#engines/remembered.ts";
import { readLeaf } from "#results/read-leaf.ts";
import type { Cell } from "#structure/sheet.ts";
import type { On } from "./reviewed.ts";

/** A table that has less of the confirmed values is another one; and so a column. */
const TABLE_MIN = 0.5;
const COLUMN_MIN = 0.4;
const ROWS_MAX = 60;

/** The columns, and all cells of the table, whose words change from document to document. */
type TableLesson = TableExample & { cells: Cell[] };

/** Null where no table has the rows. */
export function tableLesson(list: ListField, on: On): TableLesson | null {
  const truth = on.truthOf(list.path);
  const rows = Array.isArray(truth) ? truth.slice(0, ROWS_MAX) : [];
  const asked = askedOf(list);
  if (rows.length === 0 || asked.length === 0) return null;
  let best: TableLesson & { share: number } = { columns: [], cells: [], share: 0 };
  for (const grid of gridsOf(on.sheets.map(({ page }) => page))) {
    const found = columnsIn(grid, asked, rows, on);
    if (found.share > best.share) best = found;
  }
  return best.share < TABLE_MIN ? null : { columns: best.columns, cells: best.cells };
}

function columnsIn(grid: Grid, asked: readonly Asked[], rows: readonly Json[], on: On): TableLesson & { share: number } {
  const values = asked.map((each) => rows.map((row) => valueIn(row, each.path)).filter((value) => value !== null));
  const shares = asked.map((each, i) => grid.columns.map((column) => shareIn(column, each, values[i] ?? [], on)));
  const pairing = bestPairing(shares.map((row) => row.map((share) => (share < COLUMN_MIN ? 0 : share))));
  const paired = asked.flatMap((each, i) => {
    const at = pairing[i] ?? null;
    const column = at === null ? undefined : grid.columns[at];
    return column && at !== null ? [{ each, column, share: shares[i]?.[at] ?? 0 }] : [];
  });
  return {
    columns: paired
      .map(({ each, column }) => ({ path: each.path.join("/"), head: headKey(column.head) }))
      .filter(({ head }) => head !== ""),
    cells: grid.columns.flatMap(({ cells }) => cells.filter((cell) => cell !== null)),
    share: paired.reduce((sum, { share }) => sum + share, 0) / asked.length,
  };
}

/** How many of the values the column has, each cell for one. */
function shareIn({ cells }: GridColumn, { field }: Asked, values: readonly Json[], on: On): number {
  if (values.length === 0) return 0;
  const read = cells.slice(0, 2 * ROWS_MAX).flatMap((cell) => (cell ? valuesOf(cell, field, on) : []));
  const used = new Set<number>();
  for (const value of values) {
    const at = read.findIndex((each, i) => !used.has(i) && on.isSame(field, value, each));
    if (at >= 0) used.add(at);
  }
  return used.size / values.length;
}

function valuesOf(cell: Cell, field: Asked["field"], { document, locale }: On): Json[] {
  const finding = { path: `/${field.name}`, raw: cell.text, page: cell.page, at: cell.box, margin: 1 };
  const { result } = readLeaf(field, finding.path, finding, document, locale);
  return result.value === null ? [] : [result.value];
}

function valueIn(row: Json, path: readonly string[]): Json {
  let at: Json = row;
  for (const name of path)
    at = at !== null && typeof at === "object" && !Array.isArray(at) && Object.hasOwn(at, name) ? (at[name] ?? null) : null;
  return at;
}
