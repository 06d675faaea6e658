/** What a printed table teaches of a list, told by the confirmed rows: which column has which field, what of its cells, and which lines are no rows. */
import type { Json } from "#contract/json.ts";
import type { ListField } from "#engines/local/leaves.ts";
import { CELL_PARTS, type CellPart, textIn } from "#engines/local/tables/cell-parts.ts";
import { headedGrids } from "#engines/local/tables/choose.ts";
import { type Asked, askedOf, headKey, isNumeric } from "#engines/local/tables/fit.ts";
import { type Grid, type GridColumn, gridsOf } from "#engines/local/tables/grid.ts";
import { cellsOfRow, fixedWordsOf } from "#engines/local/tables/known-rows.ts";
import { bestPairing } from "#engines/local/tables/pairing.ts";
import { gridsOfItems } from "#engines/local/tables/receipts.ts";
import { printedGrids } from "#engines/local/tables/rows-of.ts";
import type { ColumnExample, OtherLine } from "#engines/remembered.ts";
import { fold } from "#language/fold.ts";
import { readLeaf } from "#results/read-leaf.ts";
import { piecesOf } from "#structure/pieces.ts";
import type { Cell } from "#structure/sheet.ts";
import type { On } from "./reviewed.ts";

/** A table that has less of the confirmed values is another one; and so a column. */
const TABLE_MIN = 0.5;
const COLUMN_MIN = 0.4;
const ROWS_MAX = 60;
/** A part of the cells is what was asked for where it has this share of the values. */
const PART_MIN = 0.6;
const OTHERS_MAX = 12;

/** `cells`: all of the table, whose words change from document to document. */
export type TableLesson = { columns: ColumnExample[]; others: OtherLine[]; cells: Cell[] };

/** Null where no table has the rows. */
export function tableLesson(list: ListField, on: On): TableLesson | null {
  const truth = on.truthOf(list.path);
  const all = Array.isArray(truth) ? truth : [];
  const rows = all.slice(0, ROWS_MAX);
  const asked = askedOf(list);
  if (rows.length === 0 || asked.length === 0) return null;
  let best: Paired = { grid: null, columns: [], share: 0 };
  for (const grid of gridsFor(asked, on)) {
    const found = pairedIn(grid, asked, rows, on);
    if (found.share > best.share) best = found;
  }
  if (best.share < TABLE_MIN || !best.grid) return null;
  const { grid, columns } = best;
  return {
    columns: columns.map(({ each: { path }, column, part }) => ({
      path: path.join("/"),
      head: headKey(column.head),
      part,
      filled: all.every((row) => valueIn(row, path) !== null),
    })),
    others: rows.length < all.length ? [] : othersIn(grid, columns, rows, on),
    cells: grid.columns.flatMap(({ cells }) => cells.filter((cell) => cell !== null)),
  };
}

/** As the engine finds them, and as they are printed. */
function gridsFor(asked: readonly Asked[], { sheets }: On): Grid[] {
  const pages = sheets.map(({ page }) => page);
  const lines = pages.map(piecesOf);
  return [...printedGrids(sheets), ...headedGrids(asked, lines), ...gridsOfItems(asked, lines), ...gridsOf(pages)];
}

type PairedColumn = { each: Asked; column: GridColumn; part: CellPart | null };
type Paired = { grid: Grid | null; columns: PairedColumn[]; share: number };

function pairedIn(grid: Grid, asked: readonly Asked[], rows: readonly Json[], on: On): Paired {
  const values = asked.map((each) => rows.map((row) => valueIn(row, each.path)).filter((value) => value !== null));
  const shares = asked.map((each, i) => grid.columns.map((column) => shareIn(column, each, values[i] ?? [], on)));
  const pairing = bestPairing(shares.map((row) => row.map(({ share }) => (share < COLUMN_MIN ? 0 : share))));
  const paired = asked.flatMap((each, i) => {
    const at = pairing[i] ?? null;
    const column = at === null ? undefined : grid.columns[at];
    const found = at === null ? undefined : shares[i]?.[at];
    return column && found ? [{ each, column, ...found }] : [];
  });
  return { grid, columns: paired, share: paired.reduce((sum, { share }) => sum + share, 0) / asked.length };
}

/** Which share of the values the column has, each cell for one: as its cells are read, or in a part of them that has more. */
function shareIn(column: GridColumn, asked: Asked, values: readonly Json[], on: On): { share: number; part: CellPart | null } {
  const whole = { share: sharedBy(column, asked, null, values, on), part: null };
  if (whole.share === 1 || !mayBeParts(column, asked, values)) return whole;
  let best: { share: number; part: CellPart | null } = whole;
  for (const part of CELL_PARTS) {
    const share = sharedBy(column, asked, part, values, on);
    if (share >= PART_MIN && share > best.share) best = { share, part };
  }
  return best;
}

/** Texts that most of the cells have somewhere. */
function mayBeParts({ cells }: GridColumn, asked: Asked, values: readonly Json[]): boolean {
  if (isNumeric(asked) || asked.kind === "date" || values.some((value) => typeof value !== "string")) return false;
  const texts = cells.slice(0, 2 * ROWS_MAX).map((cell) => fold(cell?.text ?? ""));
  const within = values.filter((value) => texts.some((text) => text.includes(fold(String(value)))));
  return values.length > 0 && within.length >= PART_MIN * values.length;
}

function sharedBy({ cells }: GridColumn, asked: Asked, part: CellPart | null, values: readonly Json[], on: On): number {
  if (values.length === 0) return 0;
  const read = cells.slice(0, 2 * ROWS_MAX).flatMap((cell) => (cell ? valuesOf(cell, asked, part, on) : []));
  const used = new Set<number>();
  for (const value of values) {
    const at = read.findIndex((each, i) => !used.has(i) && on.isSame(asked.field, value, each));
    if (at >= 0) used.add(at);
  }
  return used.size / values.length;
}

function valuesOf(whole: Cell, { field, concept }: Asked, part: CellPart | null, { document, locale }: On): Json[] {
  const cell = part === null ? whole : textIn(whole, concept, part);
  const finding = { path: `/${field.name}`, raw: cell.text, page: cell.page, at: cell.box, margin: 1 };
  const { result } = readLeaf(field, finding.path, finding, document, locale);
  return result.value === null ? [] : [result.value];
}

/**
 * The lines that are none of the confirmed rows, by their words that no row has; none where a confirmed row is not found, as any line may be it.
 */
function othersIn(grid: Grid, columns: readonly PairedColumn[], rows: readonly Json[], on: On): OtherLine[] {
  const lines = grid.sections.keys().map((at) => ({ at, words: fixedWordsOf(cellsOfRow(grid, at)) }));
  const left = [...rows];
  const own: Line[] = [];
  const others: Line[] = [];
  for (const line of lines) {
    const row = left.findIndex((each) => isRow(line.at, each, columns, on));
    if (row >= 0) left.splice(row, 1);
    (row < 0 ? others : own).push(line);
  }
  if (left.length > 0) return [];
  const [last, ofRows] = [own.at(-1)?.at ?? 0, new Set(own.flatMap(({ words }) => words))];
  return others.slice(0, OTHERS_MAX).map(({ at, words }) => ({ words: words.filter((word) => !ofRows.has(word)), ends: at > last }));
}

type Line = { at: number; words: number[] };

/** Whether most of the row's values stand in the line. */
function isRow(at: number, row: Json, columns: readonly PairedColumn[], on: On): boolean {
  const told = columns.flatMap(({ each, column, part }) => {
    const [value, cell] = [valueIn(row, each.path), column.cells[at] ?? null];
    if (value === null) return [];
    return [cell !== null && valuesOf(cell, each, part, on).some((read) => on.isSame(each.field, value, read))];
  });
  return told.length > 0 && 2 * told.filter((is) => is).length >= told.length;
}

function valueIn(row: Json, path: readonly string[]): Json {
  let at: Json = row;
  for (const name of path)
    at = at !== null && typeof at === "object" && !Array.isArray(at) && Object.hasOwn(at, name) ? (at[name] ?? null) : null;
  return at;
}
