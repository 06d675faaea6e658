/** Rows of the lists of objects of a schema, from the tables printed on the pages. */
import { child } from "#contract/pointer.ts";
import type { Finding } from "#engines/engine.ts";
import type { ListField } from "#engines/local/leaves.ts";
import { type Value, valueAt, valuesIn } from "#engines/local/page/values-in.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import { readNumber } from "#engines/values/number.ts";
import { cellDayIn } from "#engines/values/yearless.ts";
import { piecesOf } from "#structure/pieces.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { askedRows } from "./asked-rows.ts";
import { textIn } from "./cell-parts.ts";
import { type Chosen, chooseTables } from "./choose.ts";
import type { Match } from "./columns-for.ts";
import { type Asked, askedOf, headKey, isNumeric, numberIn, type Pair } from "./fit.ts";
import { type Grid, type GridColumn, gridsOf } from "./grid.ts";
import { headingField } from "./group-headings.ts";
import { knownRows } from "./known-rows.ts";
import { labelledRowsOf } from "./labelled-rows.ts";
import { listedLines } from "./listed-lines.ts";
import { withParents } from "./parents.ts";
import { upToEnd } from "./table-end.ts";
import { tidied } from "./tidy.ts";
import { withoutTotals } from "./totals.ts";

/** Known labels win over a table found by its structure, unless they give less of it than this: of a table with few gaps, and of any. */
const LABELLED_MIN = { dense: 1, any: 0.6 } as const;
/** A row that is printed on two lines gives two rows with gaps. */
const DENSE_MIN = 0.95;

/** Findings of all lists of the schema. */
export function rowsOfTables(lists: readonly ListField[], sheets: readonly Sheet[], locale: DocumentLocale): Finding[] {
  const own = lists.filter(({ field }) => (field.fields ?? []).length > 0);
  if (own.length === 0) return [];
  const grids = printedGrids(sheets);
  const lines = sheets.map(({ page }) => piecesOf(page));
  const chosen = chooseTables(own, grids, lines);
  const places = new Set<string>();
  return own.flatMap((list) => {
    const labelled = labelledRowsOf(list, sheets, locale);
    const best = chosen.find((each) => each.list === list);
    const named = best?.matches[0]?.pairs.filter((pair) => pair.named).length ?? 0;
    const rows = best ? findingsOf(best, chosen, locale) : listedLines(list, sheets);
    const [first] = labelled.findings;
    const place = JSON.stringify([first?.page, first?.at?.top]);
    // Known labels are the same on many tables: of several lists the first has the rows.
    const isTaken = rows.length > 0 && places.has(place);
    const less = labelled.columns < named || !isPriced(list) || isInParts(best, list);
    const least = named === 0 ? 0 : isDense(rows, list.path, best?.matches[0]?.pairs.length ?? 0) ? LABELLED_MIN.dense : LABELLED_MIN.any;
    if (!first || less || isTaken || labelled.findings.length < least * rows.length) return rows;
    places.add(place);
    return labelled.findings;
  });
}

/** The tables that the pages' print shows, without their sums. */
export const printedGrids = (sheets: readonly Sheet[]): Grid[] =>
  gridsOf(sheets.map(({ page }) => page)).flatMap((grid) => withoutTotals(withParents(tidied(grid))));

function isDense(findings: readonly Finding[], list: string, columns: number): boolean {
  const rows = new Set(findings.map(({ path }) => path.slice(list.length).split("/")[1])).size;
  return findings.length >= DENSE_MIN * rows * columns;
}

/** Whether reviewed documents had values in a part of the cells of a column with this head, which labels do not tell. */
function isInParts(best: Chosen | undefined, { remembered = [] }: ListField): boolean {
  const known = new Set(remembered.flatMap(({ columns }) => columns.flatMap(({ head, part }) => (part && head !== "" ? [head] : []))));
  return best?.matches.some(({ pairs }) => pairs.some(({ column }) => known.has(headKey(column.head)))) ?? false;
}

/** Lines of invoices and orders, whose heads the lexicon knows best. */
function isPriced(list: ListField): boolean {
  return askedOf(list).some(({ concept }) => concept === "quantity" || concept === "unit_price");
}

function findingsOf({ list, matches, sure }: Chosen, all: readonly Chosen[], locale: DocumentLocale): Finding[] {
  const findings: Finding[] = [];
  let index = 0;
  for (const match of matches) {
    const others = all.filter((each) => each.list !== list).flatMap((each) => each.matches.filter(({ grid }) => grid === match.grid));
    const isRow = rowTest(match);
    const isAsked = askedRows(list.field, match.grid);
    const heading = match.grid.sections.some((section) => section !== null) ? headingField(askedOf(list), match.pairs) : undefined;
    const own = [...match.grid.sections.keys()].filter((row) => !belongsToOther(match, others, row) && isRow(row));
    for (const row of upToEnd(match, knownRows(match, own, list.remembered ?? []))) {
      const path = child(list.path, index);
      const cells = match.pairs.flatMap((pair) => cellFinding(path, pair, pair.column.cells[row] ?? null, locale, sure));
      if (cells.length === 0 || !isAsked(row)) continue;
      index++;
      for (const finding of [...cells, ...sectionFinding(path, heading, match.grid.sections[row] ?? null)]) findings.push(finding);
    }
  }
  return findings;
}

/** Share of the rows with a text from which on the others are no rows; and with a code or number in the first column that no field asks for, which makes them rows. */
const NAMED_MIN = 0.4;
const KEYED_MIN = 0.9;

/** Rows that are counted by a code have one. A line of numbers alone among rows with names is a sum or belongs to the row above; a code or a date makes it a row. */
function rowTest({ pairs, grid, needs = [] }: Match): (row: number) => boolean {
  const has = ({ cells }: GridColumn, row: number) => (cells[row] ?? null) !== null;
  const isFilled = ({ cells }: GridColumn, share: number) => cells.filter((cell) => cell !== null).length >= share * grid.sections.length;
  const text = pairs.find(({ asked, column }) => !isNumeric(asked) && asked.kind === "text" && isFilled(column, NAMED_MIN));
  const first = grid.columns.at(grid.rtl ? -1 : 0);
  const key = first && isFilled(first, KEYED_MIN) && !pairs.some((pair) => pair.column === first) ? first : null;
  const values = pairs.filter(({ asked }) => isNumeric(asked));
  return (row) => {
    if (2 * needs.filter((column) => has(column, row)).length < needs.length) return false;
    if (pairs.some(({ column }) => column.enumerates && !has(column, row))) return false;
    const filled = pairs.filter(({ column }) => has(column, row));
    const others = filled.filter(({ asked }) => !isNumeric(asked));
    const told = others.some(({ asked: { kind } }) => kind !== "text") || (others.length > 0 && 2 * filled.length >= pairs.length);
    if (text && !has(text.column, row) && !told && !(key && has(key, row))) return false;
    return values.length === 0 || values.some(({ column }) => /\p{N}/u.test(column.cells[row]?.text ?? ""));
  };
}

/** Of several lists over one table, the row is the one's whose own columns it fills. */
function belongsToOther(match: Match, others: readonly Match[], row: number): boolean {
  if (others.length === 0) return false;
  const filled = (one: Match, two: Match) =>
    one.pairs.some(({ column }) => (column.cells[row] ?? null) !== null && !two.pairs.some((pair) => pair.column === column));
  return others.some((other) => filled(other, match) && !filled(match, other));
}

/** Margins of cells: by how surely the column answers the field; of a column without a name the table's whole choice is the reason. */
const MARGIN = { named: 0.95, least: 0.82, leftOver: 0.82 } as const;
const marginOf = ({ named, sure }: Pair, table: number): number =>
  (named ? MARGIN.least + (MARGIN.named - MARGIN.least) * Math.min(1, sure) : MARGIN.leftOver) * (0.8 + 0.2 * table);

function cellFinding(path: string, pair: Pair, cell: Cell | null, locale: DocumentLocale, table: number): Finding[] {
  if (cell === null) return [];
  const { asked } = pair;
  const pointer = asked.path.reduce((at, name) => child(at, name), path);
  const margin = marginOf(pair, table);
  if (isNumeric(asked)) {
    const value = numberIn(cell, asked.kind);
    if (!value || (asked.kind === "amount" && !readNumber(value.raw, locale.decimal, true))) return [];
    return [{ path: pointer, raw: value.raw, page: cell.page, at: value.box, margin }];
  }
  if (asked.kind === "date") {
    const [value = dayIn(cell)] = valuesIn(cell, "date");
    return value ? [{ path: pointer, raw: value.raw, page: cell.page, at: value.box, margin }] : [];
  }
  if (!/[\p{L}\p{N}]/u.test(cell.text)) return [];
  const named = textIn(cell, asked.concept, asked.part);
  return [{ path: pointer, raw: named.text, page: named.page, at: named.box, margin }];
}

/** A day without its year. */
function dayIn(cell: Cell): Value | null {
  const day = cellDayIn(cell.text);
  return day ? valueAt(cell, { ...day, fit: 1 }) : null;
}

function sectionFinding(path: string, field: Asked | undefined, section: Cell | null): Finding[] {
  if (!section || !field) return [];
  const pointer = field.path.reduce((at, name) => child(at, name), path);
  return [{ path: pointer, raw: section.text, page: section.page, at: section.box, margin: MARGIN.leftOver }];
}
