/** Rows of a table that are sums of others. */

import { once } from "#contract/memo.ts";
import { CONCEPTS } from "#engines/concepts/concept-of.ts";
import { labelTokens } from "#engines/local/lexicon/labels.ts";
import { valuePhrases } from "#engines/local/lexicon/lexicon.ts";
import { tokensOf } from "#language/fold.ts";
import { anyOf } from "#language/phrases.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";
import { LANGUAGES } from "#language/words.ts";
import { isValueLike } from "#structure/pieces.ts";
import type { Cell } from "#structure/sheet.ts";
import { amountOf, numberIn } from "./fit.ts";
import type { Grid } from "./grid.ts";
import { periodsOf } from "./period-heads.ts";

/** Labels of payments are no sums: "Cash deposit" is a transaction. */
const PAYMENTS = new Set(["change", "cash_tendered"]);
/** A label of a sum has few words, or one that a comma or colon sets off: "Total, exclusive of VAT". */
const WORDS_MAX = 6;
const SET_OFF = /^[\p{L}-]+[,:]/u;
/** Difference of a printed sum from that of its rows, as a share: misread digits and rows not found. */
const OFF_MAX = 0.02;

/**
 * The grid without rows that are sums. Rows after the sum of all above them are a grid of their own, or no rows at all; without heads, unless
 * these are years, which hold for the whole of a statement.
 */
export function withoutTotals(grid: Grid): Grid[] {
  const { kept, end } = rowsWithoutTotals(grid);
  const rows = grid.sections.length;
  if (kept.length === rows) return [grid];
  const rest = Array.from({ length: Math.max(0, rows - end) }, (_, i) => end + i);
  const [title] = rest.flatMap((row) => grid.sections[row] ?? []);
  if (!title || title === grid.sections[end - 1]) return [withRows(grid, kept)];
  if (periodsOf(grid.columns).size > 0) {
    const whole = grid.whole ?? grid;
    const above = withRows({ ...grid, whole, titles: [...new Set([...grid.titles, ...sectionsOf(grid, kept)])] }, kept);
    return [above, ...withoutTotals(withRows({ ...grid, whole, titles: [title.text, ...whole.titles] }, rest))].filter(hasRows);
  }
  const below = withRows(
    { ...grid, columns: grid.columns.map((column) => ({ ...column, head: "", over: "" })), titles: [title.text] },
    rest,
  );
  return [withRows(grid, kept), ...withoutTotals(below)];
}

const hasRows = ({ sections }: Grid): boolean => sections.length > 0;

const sectionsOf = ({ sections }: Grid, rows: readonly number[]): string[] => [
  ...new Set(rows.flatMap((row) => sections[row]?.text ?? [])),
];

function withRows(grid: Grid, rows: readonly number[]): Grid {
  const only = <T>(list: readonly (T | null)[]): (T | null)[] => rows.map((row) => list[row] ?? null);
  return { ...grid, columns: grid.columns.map((column) => ({ ...column, cells: only(column.cells) })), sections: only(grid.sections) };
}

/** A sum ends the table when at most as many rows follow it, or this many. */
const TAIL_MAX = 4;

/** `end`: the first row below the table's own sum. */
function rowsWithoutTotals(grid: Grid): { kept: number[]; end: number } {
  const kept: number[] = [];
  const sums = grid.columns.map(() => 0);
  const gapless = new Set(grid.columns);
  const texts = textColumns(grid);
  const rows = grid.sections.length;
  const counted = new Set(grid.columns.filter(enumerates));
  const isStatement = grid.columns.some(isDated);
  for (const row of grid.sections.keys()) {
    if (isStatement && texts.some(({ cells }) => isBalance(cells[row]?.text ?? ""))) continue;
    const label = texts.map((column) => column.cells[row]?.text).find((text) => text !== undefined && /\p{L}/u.test(text)) ?? "";
    const amounts = grid.columns.map((column) => (counted.has(column) ? null : amountIn(column.cells[row])));
    const ends = rows - row - 1 <= Math.max(TAIL_MAX, kept.length) || grid.sections[row + 1] !== grid.sections[row];
    const lacks = kept.length >= BARE_ROWS_MIN && lacksOne(gapless, row);
    if (ends && lacks && areSums(amounts, sums)) return { kept, end: row + 1 };
    const ofAll = amounts.some((amount, i) => amount !== null && amount !== 0 && isSum(amount, sums[i] ?? 0, OFF_MAX));
    const isWhole = () =>
      !isTotal(firstOf(label)) &&
      [...gapless].filter((column) => texts.includes(column)).length >= WHOLE_TEXTS_MIN &&
      !lacksOne(gapless, row);
    if (!isTotal(label) || (!ofAll && isWhole())) {
      kept.push(row);
      for (const [i, amount] of amounts.entries()) sums[i] = (sums[i] ?? 0) + (amount ?? 0);
      for (const column of gapless) if ((column.cells[row] ?? null) === null) gapless.delete(column);
      continue;
    }
    if (ofAll && kept.length > 0 && ends) return { kept, end: row + 1 };
  }
  return { kept, end: rows };
}

/** A row with all texts that the others have is one of them, though its label ends like that of a sum: "Cholesterol, total | 4.8 | mmol/L". */
const WHOLE_TEXTS_MIN = 2;
const firstOf = (label: string): string => /\p{L}[^\s,]*/u.exec(label)?.[0] ?? "";
const lacksOne = (columns: ReadonlySet<Grid["columns"][number]>, row: number): boolean =>
  [...columns].some(({ cells }) => (cells[row] ?? null) === null);

const DAY = /^\d{1,4}[./ -](?:\d|\p{L}{3})/u;
/** Of a column of days. */
const DATED_MIN = 0.5;
const isDated = ({ cells }: Grid["columns"][number]): boolean =>
  cells.length > 2 && cells.filter((cell) => cell !== null && DAY.test(cell.text)).length >= DATED_MIN * cells.length;

const ENDS = new Set(["opening", "closing"]);
const BALANCES = new Set(["balance", "previous", "final", ...ENDS]);

/** Whether the words say what an account begins or ends with, which is no transaction: "Balance brought forward", "Saldo iniziale". */
function isBalance(text: string): boolean {
  const meant = unitsOf(tokensOf(text).slice(0, WORDS_MAX)).map((unit) => meaningsOf(unit));
  return meant.some((ids) => ids.some((id) => ENDS.has(id))) && meant.every((ids) => ids.some((id) => BALANCES.has(id)));
}

const amountIn = (cell: Cell | null | undefined): number | null => amountOf(cell ? numberIn(cell, "amount")?.raw : undefined);

/** Whether the column counts the rows, 1, 2, 3: the third is no sum of the first two. */
function enumerates({ cells }: Grid["columns"][number]): boolean {
  const numbers = cells.map(amountIn);
  return numbers.length > 2 && numbers.every((number, i) => number === null || number === (numbers[0] ?? 1) + i);
}

/** Rows from which on their sums prove a row without a label to be no row of the list. */
const BARE_ROWS_MIN = 2;

const isSum = (amount: number, sum: number, off: number): boolean => Math.abs(amount - sum) <= off * Math.abs(amount);

/**
 * All numbers of a row are the sums of those above them, or its only number is that of another column: such a row that lacks what the
 * others have is a total, whatever it is called.
 */
function areSums(amounts: readonly (number | null)[], sums: readonly number[]): boolean {
  const given = amounts.flatMap((amount, i) => (amount === null ? [] : [{ amount, sum: sums[i] ?? 0 }]));
  const [only, second] = given;
  if (!only || given.some(({ amount }) => amount === 0)) return false;
  if (!second) return sums.some((sum) => isSum(only.amount, sum, EXACT));
  return given.every(({ amount, sum }) => isSum(amount, sum, EXACT));
}
const EXACT = 1e-6;

function textColumns({ columns, rtl }: Grid): Grid["columns"] {
  const found = columns.filter(({ cells }) => cells.some((cell) => cell !== null && /\p{L}/u.test(cell.text) && !isValueLike(cell.text)));
  return rtl ? found.toReversed() : found;
}

/** Words for a sum, in all languages: those that also are a label of a total by themselves. */
const sumWords = once(
  () =>
    new Set(
      LANGUAGES.flatMap(({ composed_totals: parts }) => parts ?? []).flatMap(({ sums }) =>
        sums.map((sum) => labelTokens(sum).join(" ")).filter((sum) => !sum.includes(" ") && labelsTotal([sum])),
      ),
    ),
);

const CARRIED = new RegExp(anyOf("engines", "carried_forward"), "iu");
/** Whether it labels a sum that goes on from one page to the next. */
export const isCarried = (label: string): boolean => CARRIED.test(label);

/** Is a label of a sum, begins with a word for one, or ends with it: "VAT 19 %", "Total materials", "Pack total:". */
export function isTotal(label: string): boolean {
  const tokens = labelTokens(label).slice(0, WORDS_MAX + 1);
  const [first = ""] = tokens;
  const words = tokens.filter((token) => !/^\p{N}+$/u.test(token));
  if (isCarried(label) || (words.length > 0 && labelsTotal(words))) return true;
  if (sumWords().has(first)) return tokens.length <= WORDS_MAX || SET_OFF.test(label);
  const units = unitsOf(tokensOf(label)).slice(0, WORDS_MAX + 1);
  if (units.length <= WORDS_MAX && [units[0], units.at(-1)].some(isSumUnit)) return true;
  const end = label.indexOf(":");
  const head = end < 0 ? tokens : labelTokens(label.slice(0, end));
  return head.length <= 4 && sumWords().has(head.at(-1) ?? "");
}

const SUMS = ["total", "subtotal"];
/** The thesaurus knows words for a sum in more languages than the labels do. */
const isSumUnit = (unit: string | undefined): boolean => meaningsOf(unit ?? "").some((id) => SUMS.includes(id));

/** The tokens are a whole label of a total. */
function labelsTotal(tokens: readonly string[]): boolean {
  const isSame = (other: readonly string[]) => other.length === tokens.length && other.every((token, i) => token === tokens[i]);
  const phrase = (valuePhrases().get(tokens[0] ?? "") ?? []).find((each) => isSame(each.tokens));
  return phrase !== undefined && [...phrase.concepts].some((concept) => CONCEPTS[concept]?.endsTable === true && !PAYMENTS.has(concept));
}
