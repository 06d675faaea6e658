/** Which column of a grid answers which field of a row; all at once. */

import { nameTokens } from "#language/fold.ts";
import { type Asked, amountOf, fitOf, isNumeric, numberIn, wordiness } from "./fit.ts";
import type { Grid, GridColumn } from "./grid.ts";
import { conceptsOfHead, likeness } from "./likeness.ts";
import { bestPairing } from "./pairing.ts";
import { partedCodes, partedLetters } from "./parted-cells.ts";

/** `sure` 0..1: how convincing the column is for the field. `named`: its head says so, rather than what is left over. */
export type Pair = { asked: Asked; column: GridColumn; sure: number; named: boolean };
export type Match = { grid: Grid; pairs: Pair[]; score: number };

/** Heads less alike than this do not name a field: unrelated words share as many letters. */
const LIKE_MIN = 0.5;
/** A typed field needs a column where at least this share of the cells reads as its type: the rest is misread or a remark. */
const FIT_MIN = 0.4;
/** A column with fewer cells is no answer by itself. */
const FILLED_MIN = 0.25;
/** The column that names the rows is filled in nearly all of them. */
const NAMES_FILLED = 0.8;
const HEAD_CHARACTERS_MAX = 60;
/** What a column is worth that a field gets because no other is left. */
const LEFT_OVER = 0.35;
/** Types of cells count less than words of heads: many columns of a table have one type. */
const FIT_SHARE = 0.4;
/** Breaks ties: amounts of a line are the last of several, other columns the first. */
const ORDER = 0.03;
const PRODUCT = 0.15;

/** "Without the letter before it", "exclude any leading list number". */
const WITHOUT_PREFIX = /\b(?:without|exclud(?:e|ing)|not)\b[^.;]{0,40}\b(?:prefix|leading|bullet)/i;

export function matchOf(asked: readonly Asked[], grid: Grid): Match {
  const whole = matched(asked, grid);
  const bare = asked.some(({ field }) => WITHOUT_PREFIX.test(field.description ?? ""));
  if (whole.pairs.length === asked.length && !bare) return whole;
  let best = whole;
  for (const column of grid.columns) {
    const parts = wordiness(column) > 0.5 ? partedCodes(column) : partedLetters(column);
    if (!parts) continue;
    const columns = grid.columns.flatMap((each) => (each === column ? parts : [each]));
    const parted = matched(asked, { ...grid, columns });
    if (parted.pairs.length > best.pairs.length || (bare && parted.pairs.length === best.pairs.length)) best = parted;
  }
  return best;
}

function matched(asked: readonly Asked[], grid: Grid): Match {
  const columns = grid.columns;
  const like = asked.map((each) => columns.map((column) => headLikeness(each, column)));
  const fit = asked.map((each) => columns.map((column) => fitOf(each, column)));
  const products = productsIn(columns);
  const scores = asked.map((each, i) =>
    columns.map((column, j) => {
      const [alike, fits] = [like[i]?.[j] ?? 0, fit[i]?.[j] ?? 0];
      if (alike < LIKE_MIN || fits < FIT_MIN) return 0;
      const place = columns.length < 2 ? 0 : j / (columns.length - 1);
      const last = (each.concept === "line_amount") !== grid.rtl ? place : 1 - place;
      return alike * (1 - FIT_SHARE + FIT_SHARE * fits) + ORDER * last + (products.get(column) === each.concept ? PRODUCT : 0);
    }),
  );
  const chosen = bestPairing(scores);
  const pairs = asked.flatMap((each, i): Pair[] => {
    const j = chosen[i] ?? null;
    const column = j === null ? undefined : columns[j];
    return column && j !== null ? [{ asked: each, column, sure: Math.min(1, scores[i]?.[j] ?? 0), named: true }] : [];
  });
  const known = [...pairs, ...inOrder(asked, pairs, columns, fit)];
  const all = [...known, ...leftOver(asked, known, grid, products)];
  return { grid, pairs: all, score: all.reduce((sum, { sure }) => sum + sure, 0) };
}

/**
 * Fields of one type and columns of that type, equally many and in one order as far as their heads tell: the others are paired in that
 * order too.
 */
function inOrder(
  asked: readonly Asked[],
  pairs: readonly Pair[],
  columns: readonly GridColumn[],
  fit: readonly (readonly number[])[],
): Pair[] {
  const fields = asked.filter(isNumeric);
  const numeric = columns.filter((column, j) => asked.some((each, i) => isNumeric(each) && (fit[i]?.[j] ?? 0) > 0.7) && !isNotes(column));
  const told = pairs.filter(({ asked: each }) => isNumeric(each));
  if (fields.length !== numeric.length || told.length < 2 || told.length === fields.length) return [];
  for (const order of [numeric, numeric.toReversed()]) {
    if (!told.every(({ asked: each, column }) => order[fields.indexOf(each)] === column)) continue;
    return fields.flatMap((each, i): Pair[] => {
      const column = order[i];
      const open = !told.some((pair) => pair.asked === each);
      return column && open ? [{ asked: each, column, sure: LEFT_OVER, named: false }] : [];
    });
  }
  return [];
}

/** Heads over several columns count less by themselves than with the column's own head. */
function headLikeness({ field }: Asked, { head, over }: GridColumn): number {
  const own = likeness(field, head);
  if (over === "") return own;
  return Math.max(own, likeness(field, `${over} ${head}`), 0.8 * likeness(field, over) * (head === "" ? 1 : 0.8));
}

/** Fields and columns without a partner, where there is one way to pair them. */
function leftOver(asked: readonly Asked[], pairs: readonly Pair[], grid: Grid, products: ReadonlyMap<GridColumn, string>): Pair[] {
  const used = new Set(pairs.map(({ column }) => column));
  const open = asked.filter((each) => !pairs.some((pair) => pair.asked === each));
  const filled = (column: GridColumn) => column.cells.filter((cell) => cell !== null).length;
  const rows = Math.max(1, grid.sections.length);
  const free = grid.columns.filter((column) => !used.has(column) && filled(column) >= FILLED_MIN * rows);
  const found: Pair[] = [];
  const take = (each: Asked | undefined, column: GridColumn | undefined) => {
    if (!column || !each || used.has(column) || found.some((pair) => pair.asked === each)) return;
    used.add(column);
    found.push({ asked: each, column, sure: LEFT_OVER, named: false });
  };
  const counts = open.find(({ concept }) => concept === "quantity");
  take(
    counts,
    free.find((column) => column.counts),
  );
  for (const each of open)
    take(
      each,
      free.find((column) => !used.has(column) && products.get(column) === each.concept),
    );
  const texts = pairs.some((pair) => kindOf(pair.asked) === "texts");
  const name = open.find((each) => kindOf(each) === "texts" && each.kind === "text");
  const labels = grid.rtl ? free.toReversed() : free;
  if (!texts)
    take(
      name,
      labels.find(
        (column) =>
          wordiness(column) > 0.6 &&
          (name === undefined || !isOthers(name, column)) &&
          filled(column) >= NAMES_FILLED * rows &&
          column.head.length < HEAD_CHARACTERS_MAX,
      ),
    );
  for (const kind of ["numbers", "dates", "choices", "texts"] as const) {
    const fields = open.filter((each) => kindOf(each) === kind && !found.some((pair) => pair.asked === each));
    const columns = free.filter((column) => !used.has(column) && canBe(kind, column, fields));
    const [first] = fields;
    if (!first || columns.length === 0) continue;
    const headless = columns.filter(({ head }) => head === "");
    if (kind === "numbers" && columns.length > 1 && columns.filter((column) => yearOver(column) > 0).length > 1) {
      for (const each of fields) take(each, byPeriod(each, columns));
      continue;
    }
    if (fields.length === 1 && columns.length === 1) take(first, columns[0]);
    else if (fields.length === headless.length && headless.length === columns.length)
      for (const [i, each] of fields.entries()) take(each, columns[grid.rtl ? columns.length - 1 - i : i]);
    else if (kind === "numbers" && headless.length > 0) take(mostLikely(fields), grid.rtl ? headless[0] : headless.at(-1));
    else if (fields.length === 1 && headless.length > 0) take(first, headless[0]);
  }
  return found;
}

const AMOUNTS = ["line_amount", "unit_price"];

/** The field that a lone column of numbers answers: the amount of the line, else a price, else the only field. */
function mostLikely(fields: readonly Asked[]): Asked | undefined {
  for (const concept of AMOUNTS) {
    const found = fields.find((each) => each.concept === concept);
    if (found) return found;
  }
  return fields.length === 1 ? fields[0] : undefined;
}

const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/g;
const PRIOR = /(?<![a-z])(?:prior|previous|last|comparative|preceding)(?![a-z])/i;
const yearOver = ({ head, over }: GridColumn): number => Number(`${over} ${head}`.match(YEAR)?.at(-1) ?? 0);

/** Of columns headed by years the latest, or the one before it for a field of the prior period. */
function byPeriod({ field }: Asked, columns: readonly GridColumn[]): GridColumn | undefined {
  const years = [...new Set(columns.map(yearOver))].filter((year) => year > 0).sort((a, b) => b - a);
  const prior = PRIOR.test(nameTokens(field.name).join(" ")) || PRIOR.test((field.description ?? "").split(/[.;(]/)[0] ?? "");
  const year = years[prior ? 1 : 0];
  return columns.find((column) => yearOver(column) === year);
}

type Sort = "numbers" | "dates" | "choices" | "texts";

function kindOf(each: Asked): Sort {
  if (isNumeric(each)) return "numbers";
  if (each.kind === "date") return "dates";
  return each.kind === "mark" || each.field.enum ? "choices" : "texts";
}

function canBe(kind: Sort, column: GridColumn, [field]: readonly Asked[]): boolean {
  if (!field) return false;
  if (kind === "texts" && isOthers(field, column)) return false;
  if (kind === "texts") return field.kind === "id" ? fitOf(field, column) > 0.7 && wordiness(column) < 0.5 : wordiness(column) > 0.6;
  return fitOf(field, column) > 0.7 && !isNotes(column);
}

/** The head is a known word for something else. */
function isOthers({ concept }: Asked, { head }: GridColumn): boolean {
  const known = conceptsOfHead(head);
  return known.size > 0 && (concept === null || !known.has(concept));
}

const NOTE = /^\(?\d{1,2}(?:[,;] ?\d{1,2})*\)$/;
/** Numbers in brackets of few digits refer to notes: "(12)". */
const isNotes = ({ cells }: GridColumn): boolean => cells.every((cell) => cell === null || NOTE.test(cell.text));

/** Rows compared. */
const ROWS_MAX = 30;
const COLUMNS_MAX = 12;

/** Columns whose numbers are quantity, price and their product in most rows, by concept. */
function productsIn(columns: readonly GridColumn[]): Map<GridColumn, string> {
  const numbers = columns
    .map((column) => ({
      column,
      values: column.cells.slice(0, ROWS_MAX).map((cell) => (cell ? amountOf(numberIn(cell, "amount")?.raw) : null)),
    }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))
    .slice(0, COLUMNS_MAX);
  for (const a of numbers) {
    for (const b of numbers) {
      for (const c of numbers) {
        if (a === b || c === a || c === b || a === c) continue;
        const rows = c.values.flatMap((value, i) => {
          const [x, y] = [a.values[i] ?? null, b.values[i] ?? null];
          return value === null || x === null || y === null || x === 1 || y === 1 || value === 0
            ? []
            : [Math.abs(x * y - value) <= 0.01 * Math.abs(value)];
        });
        if (rows.length < 2 || rows.filter((right) => right).length < 0.8 * rows.length) continue;
        const whole = (each: typeof a) => each.values.filter((value) => value !== null && Number.isInteger(value)).length;
        const [quantity, price] = whole(a) >= whole(b) ? [a, b] : [b, a];
        return new Map([
          [quantity.column, "quantity"],
          [price.column, "unit_price"],
          [c.column, "line_amount"],
        ]);
      }
    }
  }
  return new Map();
}
