/** Pairs the fields and columns that no head pairs, where there is one way to do it. */
import { largest } from "#documents/long-lists.ts";
import { asksOwnColumn, excludesColumn } from "#engines/local/match/excluded-columns.ts";
import { isDerived } from "#engines/local/match/own-clauses.ts";
import { tokensOf } from "#language/fold.ts";
import { nearness } from "#language/vectors.ts";
import { type Asked, fitOf, isCode, isNamed, isNumeric, type Pair, wordiness } from "./fit.ts";
import type { Grid, GridColumn } from "./grid.ts";
import { conceptsOfHead } from "./likeness.ts";
import { periodAsked, yearOver } from "./period-heads.ts";

/** What a column is worth that a field gets because no other is left. */
const LEFT_OVER = 0.35;
/** A column with fewer cells is no answer by itself. */
const FILLED_MIN = 0.25;
/** The column that names the rows is filled in nearly all of them, and its head is no sentence. */
const NAMES_FILLED = 0.8;
/** Share of cells with words in a column of texts. */
const WORDY = 0.6;
const HEAD_CHARACTERS_MAX = 60;

type Sort = "numbers" | "dates" | "choices" | "texts";

type Open = {
  fields: readonly Asked[];
  columns: readonly GridColumn[];
  rtl: boolean;
  rows: number;
  /** Pairs both, unless one of them has a partner. */
  take: (field: Asked | undefined, column: GridColumn | undefined) => void;
  isOpen: (field: Asked) => boolean;
  isFree: (column: GridColumn) => boolean;
};

/** `products`: columns of quantities, prices and their products, by concept. */
export function leftOver(asked: readonly Asked[], pairs: readonly Pair[], grid: Grid, products: ReadonlyMap<GridColumn, string>): Pair[] {
  const found: Pair[] = [];
  const isOpen = (field: Asked) => ![...pairs, ...found].some((pair) => pair.asked === field);
  const isFree = (column: GridColumn) => ![...pairs, ...found].some((pair) => pair.column === column);
  const rows = Math.max(1, grid.sections.length);
  const open: Open = {
    fields: asked.filter((each) => isOpen(each) && !isDerived(each.field) && !asksOwnColumn(each.field)),
    columns: grid.columns.filter((column) => isFree(column) && filled(column) >= FILLED_MIN * rows),
    rtl: grid.rtl,
    rows,
    take: (field, column) => {
      if (field && column && isOpen(field) && isFree(column) && fitOf(field, column) > 0 && !excludesColumn(field.field, column.head))
        found.push({ asked: field, column, sure: LEFT_OVER, named: false });
    },
    isOpen,
    isFree,
  };
  const counts = open.columns.find((column) => column.counts);
  open.take(
    open.fields.find(({ concept }) => concept === "quantity"),
    counts,
  );
  for (const field of open.fields) {
    const product = open.columns.find((column) => isFree(column) && products.get(column) === field.concept);
    open.take(field, product);
  }
  takeProducts(open, products);
  const texts = pairs.filter((pair) => sortOf(pair.asked) === "texts" && wordiness(pair.column) > WORDY);
  if (texts.length === 0 || texts.every(({ column }) => filled(column) < NAMES_FILLED * rows)) takeNames(open);
  for (const sort of ["numbers", "dates", "choices", "texts"] as const) takeSort(open, sort);
  if (found.length === 0 && pairs.length >= NAMED_MIN) takeLast(open);
  return found;
}

const filled = (column: GridColumn): number => column.cells.filter((cell) => cell !== null).length;

/** The field for a name, else the first field of words, gets the first column of words. */
function takeNames({ fields, columns, rtl, rows, take }: Open): void {
  const texts = fields.filter((each) => sortOf(each) === "texts" && each.kind === "text" && !isCode(each.field));
  const name = texts.find(({ field }) => isNamed(field)) ?? texts[0];
  const fits = (column: GridColumn) =>
    wordiness(column) > WORDY && filled(column) >= NAMES_FILLED * rows && column.head.length < HEAD_CHARACTERS_MAX;
  if (name)
    take(
      name,
      (rtl ? columns.toReversed() : columns).find((column) => fits(column) && !isOthers(name, column)),
    );
}

/** Fields and columns of one sort: one of each, equally many without heads, or the likeliest of several. */
function takeSort(open: Open, sort: Sort): void {
  const fields = open.fields.filter((each) => sortOf(each) === sort && open.isOpen(each));
  const columns = open.columns.filter((column) => open.isFree(column) && canBe(sort, column, fields));
  const [first] = fields;
  if (!first || columns.length === 0) return;
  const headless = columns.filter(({ head }) => head === "");
  if (sort === "numbers" && columns.filter((column) => yearOver(column) > 0).length > 1) {
    for (const each of fields) open.take(each, byPeriod(each, columns));
  } else if (fields.length === 1 && columns.length === 1) open.take(first, columns[0]);
  else if (fields.length === columns.length && headless.length === columns.length) {
    const ordered = open.rtl ? columns.toReversed() : columns;
    for (const [i, each] of fields.entries()) open.take(each, ordered[i]);
  } else if (sort === "numbers") open.take(mostLikely(fields), open.rtl ? headless[0] : headless.at(-1));
  else if (fields.length === 1) open.take(first, headless[0]);
}

/** Heads that name all other fields and columns leave one way for the last of each. */
function takeLast({ fields, columns, rows, isOpen, isFree, take }: Open): void {
  const [field, otherField] = fields.filter(isOpen);
  const [column, otherColumn] = columns.filter(isFree);
  if (!field || !column || column.head === "" || otherField || otherColumn || isOthers(field, column) || isForeign(fields, column)) return;
  if (fitOf(field, column) >= FITS_MIN && filled(column) >= NAMES_FILLED * rows) take(field, column);
}

const NAMED_MIN = 2;
const FITS_MIN = 0.9;

/** Of a quantity, a price and their product those that no head names, where the others have their fields. */
function takeProducts({ fields, columns, isOpen, isFree, take }: Open, products: ReadonlyMap<GridColumn, string>): void {
  const open = fields.filter((each) => isNumeric(each) && isOpen(each));
  const free = columns.filter((column) => isFree(column) && products.has(column));
  if (free.length === 0 || free.length !== open.length) return;
  const alike = (each: Asked | undefined, column: GridColumn) =>
    each ? each.headed(column.head) + roleLikeness(each, products.get(column) ?? "") : 0;
  const ways = orders(free).map((order) => ({ order, sure: order.reduce((sum, column, i) => sum + alike(open[i], column), 0) }));
  const [best, second] = ways.sort((a, b) => b.sure - a.sure);
  if (!best || (second && best.sure - second.sure < CLEARER)) return;
  for (const [i, column] of best.order.entries()) take(open[i], column);
}

const CLEARER = 0.1;
/** What heads call the parts of a product. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  quantity: ["Quantity", "Units"],
  unit_price: ["Price", "Rate"],
  line_amount: ["Amount", "Total"],
};

const roleLikeness = (asked: Asked, role: string): number => (asked.concept === role ? 1 : largest((ROLES[role] ?? []).map(asked.headed)));

/** At most three columns in every order. */
const orders = (columns: readonly GridColumn[]): (readonly GridColumn[])[] =>
  columns.length < 2
    ? [columns]
    : columns.flatMap((column) => orders(columns.filter((other) => other !== column)).map((rest) => [column, ...rest]));

const AMOUNTS = ["line_amount", "unit_price"];

/** The field that a lone column of numbers answers: the amount of the line, else a price, else the only field. */
function mostLikely(fields: readonly Asked[]): Asked | undefined {
  for (const concept of AMOUNTS) {
    const found = fields.find((each) => each.concept === concept);
    if (found) return found;
  }
  return fields.length === 1 ? fields[0] : undefined;
}

/** Of columns headed by years the latest, or the one before it for a field of the prior period. */
function byPeriod({ field }: Asked, columns: readonly GridColumn[]): GridColumn | undefined {
  const years = [...new Set(columns.map(yearOver))].filter((year) => year > 0).sort((a, b) => b - a);
  const year = years[periodAsked(field) === "previous" ? 1 : 0];
  return columns.find((column) => yearOver(column) === year);
}

function sortOf(each: Asked): Sort {
  if (isNumeric(each)) return "numbers";
  if (each.kind === "date") return "dates";
  return each.kind === "mark" || each.field.enum ? "choices" : "texts";
}

function canBe(sort: Sort, column: GridColumn, fields: readonly Asked[]): boolean {
  const [field] = fields;
  if (!field) return false;
  if (sort === "texts" && (isOthers(field, column) || isForeign(fields, column))) return false;
  if (sort === "texts")
    return field.kind === "id" || isCode(field.field) ? fitOf(field, column) > 0.7 && wordiness(column) < 0.5 : wordiness(column) > WORDY;
  return fitOf(field, column) > 0.7 && !isNotes(column) && (sort !== "numbers" || !hasDays(column));
}

/** The head is a known word for something else; a label or title is what a head of descriptions names. */
function isOthers({ concept, field }: Asked, { head }: GridColumn): boolean {
  const known = conceptsOfHead(head);
  const own = concept ?? (isNamed(field) ? "description" : null);
  return known.size > 0 && (own === null || !known.has(own));
}

/** A head of known words that tell what the column is, none of which is like a word of the fields: not "By whom", "For" or "%". */
function isForeign(fields: readonly Asked[], { head }: GridColumn): boolean {
  const words = tokensOf(head).filter((word) => !ASKING.has(word));
  return (
    words.length > 0 && words.every((word) => nearness(word, word) !== null) && fields.every(({ headed }) => headed(head) < FOREIGN_MAX)
  );
}
const FOREIGN_MAX = 0.1;
const ASKING: ReadonlySet<string> = new Set("by for from to of at on in who whom what why when where how".split(" "));

/** Days in figures alone, which read as numbers too: "12.07.2026". */
const DAY = /^(?:\d{4}|\d{1,2})(?<sign>[./-])\d{1,2}\k<sign>(?:\d{4}|\d{2})$/;
const hasDays = ({ cells }: GridColumn): boolean => cells.some((cell) => cell !== null && DAY.test(cell.text));

const NOTE = /^\(?\d{1,2}(?:[,;] ?\d{1,2})*\)$/;
/** Numbers in brackets of few digits refer to notes: "(12)". */
const isNotes = ({ cells }: GridColumn): boolean => cells.every((cell) => cell === null || NOTE.test(cell.text));
