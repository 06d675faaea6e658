/**
 * Receipts, whose columns have no heads: the lines above a total that come to it are its items, the lines below that come to it less the
 * change are what it was paid with. The sums prove both.
 */

import type { Field } from "#contract/schema/field.ts";
import type { Word } from "#documents/document.ts";
import { isCurrencyCode } from "#engines/values/currency.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";
import { heightOf, sharedAcross } from "#structure/boxes.ts";
import type { Piece } from "#structure/pieces.ts";
import { textOf } from "#structure/sheet.ts";
import { type Asked, amountOf, isNumeric } from "./fit.ts";
import type { Grid, GridColumn } from "./grid.ts";
import { cellOfWords } from "./piece-cells.ts";
import { type Counted, countBeside, countedAround, countedIn, nameOn } from "./receipt-counts.ts";
import { isTotal } from "./totals.ts";

type Lines = readonly (readonly Piece[])[];
/**
 * A line that ends with an amount. `tail`: the letter of a tax rate behind it; `counted`: how many, at which price each; `means`: what the words of
 * the label mean.
 */
type Entry = {
  page: number;
  line: number;
  label: Word[];
  amount: Word;
  value: number;
  tail: Word[];
  counted: Counted | null;
  means: ReadonlySet<string>;
};

/** Lines of a page that are looked at, and totals that are tried. */
const LINES_MAX = 1_000;
const TOTALS_MAX = 20;
/** Between two items, and between a total and the payments: lines without an amount, and the gap in line heights. */
const OTHERS_MAX = 3;
const GAP_MAX = 8;
/** What is said to come to a cent, in units of the currency. */
const OFF_MAX = 0.005;

/**
 * At most one grid: texts, amounts and letters without heads, and how many and at which price each under heads where the list asks for them.
 * `pages`: the pieces of each page by line.
 */
export function gridsOfItems(asked: readonly Asked[], pages: readonly Lines[]): Grid[] {
  let best: Entry[] = [];
  for (const page of pages) {
    const entries = entriesOf(page);
    for (const total of totalsIn(entries)) {
      const items = itemsAbove(total, entries);
      const proved = items.length > 1 || items.some(({ tail }) => tail.length > 0);
      if (proved && items.length > best.length) best = items;
    }
  }
  return best.length === 0 ? [] : [gridOf(withoutRates(best), ["", "", "", ...countsAsked(asked)])];
}

/** Where most names end with the rate of a tax, it is a column of its own. */
function withoutRates(entries: readonly Entry[]): readonly Entry[] {
  const isRated = ({ label }: Entry) => label.length > 1 && RATE.test(label.at(-1)?.text ?? "");
  if (2 * entries.filter(isRated).length <= entries.length) return entries;
  return entries.map((entry) => (isRated(entry) ? { ...entry, label: entry.label.slice(0, -1) } : entry));
}

/** The heads of the columns of counts and of prices each; none for a list with one amount, which is that of the line. */
function countsAsked(asked: readonly Asked[]): string[] {
  const numbers = asked.filter(isNumeric);
  const counts = numbers.filter(({ field }) => nameTokens(field.name).some((token) => meaningsOf(token).includes("quantity")));
  if (counts.length === 0) return [];
  return numbers.length - counts.length > 1 ? ["quantity", "unit price"] : ["quantity"];
}

const PAYMENT = "payment";

/** At most one grid, of a list that is said to be payments and asks for a text and an amount. */
export function gridsOfPayments(list: Pick<Field, "name" | "description">, asked: readonly Asked[], pages: readonly Lines[]): Grid[] {
  const [method, amount] = [asked.find(({ kind, field }) => kind === "text" && !field.enum), asked.find(isNumeric)];
  const isPayments = [nameTokens(list.name), tokensOf(list.description ?? "")].some((tokens) => meansAny(meaningsIn(tokens), [PAYMENT]));
  if (!isPayments || !method || !amount || asked.length > 2) return [];
  for (const page of pages) {
    const entries = entriesOf(page);
    for (const total of totalsIn(entries)) {
      const payments = paymentsBelow(total, entries);
      if (payments.length > 0) return [gridOf(payments.map(withoutVerb), [method.field.name, amount.field.name, ""])];
    }
  }
  return [];
}

/** Tills print the minus of a discount behind it. */
const AMOUNT = /^[-+]?\p{Sc}?\d[\d.,]{0,12}[.,]\d{2}\p{Sc}?-?$/u;
/** Of currencies that are printed without parts, where no amount of the page has any: "16,500". */
const WHOLE = /^[-+]?\p{Sc}?\d{1,3}(?:[.,]\d{3}){1,3}-?$/u;
const SIGN = /^\p{Sc}$/u;
const isCurrency = ({ text }: Piece): boolean => SIGN.test(text) || isCurrencyCode(text);
const TAIL = /^(?:[A-Z]{1,2}|\*)$/u;
const LETTERS = /\p{L}{2}/u;
/** Of a tax, between name and amount. */
const RATE = /^\d{1,2}(?:[.,]\d{1,2})?%$/;

/** Top to bottom. */
function entriesOf(page: Lines): Entry[] {
  const lines = page.slice(0, LINES_MAX);
  const hasParts = lines.some((line) => line.some(({ words }) => words.some(({ text }) => AMOUNT.test(text))));
  return lines.flatMap((line, index) => entryOn(line, index, { page, form: hasParts ? AMOUNT : WHOLE }));
}

function printedAmount(text: string, form: RegExp): number | null {
  const value = amountOf((form === WHOLE ? text.replace(/[.,]/g, "") : text).replace(/-$/, ""));
  return value !== null && text.endsWith("-") ? -value : value;
}

/** What stands behind the amount and its letters is the text of another column. */
function entryOn(line: readonly Piece[], index: number, { page, form }: { page: Lines; form: RegExp }): Entry[] {
  const at = line.findLastIndex(({ words }) => words.some(({ text }) => form.test(text)));
  const last = line[at];
  if (!last) return [];
  const first = last.words.findIndex(({ text }) => form.test(text));
  const amount = last.words[first];
  const value = printedAmount(amount?.text ?? "", form);
  const tail = last.words.slice(first + 1).concat(tailIn(line.slice(at + 1)));
  if (!amount || value === null || !tail.every(({ text }) => TAIL.test(text))) return [];
  const before = line.slice(0, at).filter((piece) => !isCurrency(piece));
  const words = [...before.flatMap((piece) => piece.words), ...last.words.slice(0, first)];
  // "3 x 4,49 | 13,47" belongs to the name on the line above.
  const own = countedIn(words);
  const inside = own ? null : countedAround(words, value);
  const label = own ? nameOn(page[index - 1]) : inside ? words.slice(1, -1) : words;
  if (!label.some(({ text }) => LETTERS.test(text))) return [];
  const counted = own ?? inside ?? countBeside(page, index, value);
  const means = meaningsIn(tokensOf(textOf(label)));
  return [{ page: last.page, line: index, label, amount, value, tail: tail.filter(({ text }) => text !== "*"), counted, means }];
}

const tailIn = (pieces: readonly Piece[]): Word[] => {
  const end = pieces.findIndex(({ text }) => !TAIL.test(text));
  return pieces.slice(0, end < 0 ? pieces.length : end).flatMap(({ words }) => words);
};

const meaningsIn = (tokens: readonly string[]): ReadonlySet<string> => new Set(unitsOf(tokens).flatMap(meaningsOf));
const meansAny = (means: ReadonlySet<string>, ids: readonly string[]): boolean => ids.some((id) => means.has(id));

const DUE = ["balance_due"];
const CHANGE = ["change_cash"];
/** What is left to pay after a part of it. */
const LEFT = ["remaining"];
const MEANS = ["cash", "card", "credit_card", "debit_card", "debit", "visa", "check", "voucher"];

const isSum = ({ label, means }: Entry): boolean => isTotal(textOf(label)) || meansAny(means, DUE);
const totalsIn = (entries: readonly Entry[]): Entry[] => entries.filter((each) => each.value !== 0 && isSum(each)).slice(0, TOTALS_MAX);

/** The lines right above the total that come to it: of several runs of lines the longest. */
function itemsAbove(total: Entry, entries: readonly Entry[]): Entry[] {
  const run: Entry[] = [];
  let [sum, proved, last] = [0, 0, total];
  for (const entry of entries.slice(0, entries.indexOf(total)).toReversed()) {
    if (!isNear(entry, last) || isSum(entry) || meansAny(entry.means, CHANGE)) break;
    if (sharedAcross(entry.amount.box, total.amount.box) <= 0) continue;
    run.unshift(entry);
    [sum, last] = [sum + entry.value, entry];
    if (Math.abs(sum - total.value) < OFF_MAX) proved = run.length;
  }
  return proved === 0 ? [] : run.slice(-proved);
}

/** The first lines below the total that come to it, less the change. One of them names a means of payment. */
function paymentsBelow(total: Entry, entries: readonly Entry[]): Entry[] {
  const found: Entry[] = [];
  let [sum, last] = [0, total];
  for (const entry of entries.slice(entries.indexOf(total) + 1)) {
    if (!isNear(last, entry)) break;
    last = entry;
    const back = meansAny(entry.means, CHANGE);
    if (!back && (meansAny(entry.means, LEFT) || isSum(entry))) continue;
    if (!back) found.push(entry);
    sum += back ? -Math.abs(entry.value) : entry.value;
    const named = found.some(({ means }) => meansAny(means, MEANS));
    if (named && Math.abs(sum - total.value) < OFF_MAX) return found;
  }
  return [];
}

function isNear(above: Entry, below: Entry): boolean {
  const gap = below.amount.box.top - above.amount.box.bottom;
  return below.line - above.line <= OTHERS_MAX + 1 && gap < GAP_MAX * heightOf(below.amount.box);
}

const SHORTENED = /^\p{L}{2,4}\.$/u;

/** "Geg. BAR": a shortened "given" before the means of payment. */
function withoutVerb(entry: Entry): Entry {
  const [first, ...others] = entry.label;
  return first && others.length > 0 && SHORTENED.test(first.text) ? { ...entry, label: others } : entry;
}

function gridOf(entries: readonly Entry[], heads: readonly string[]): Grid {
  const cells = (wordsOf: (entry: Entry) => readonly Word[]) =>
    entries.map((entry) => (wordsOf(entry).length > 0 ? cellOfWords(entry, wordsOf(entry)) : null));
  const counts = (word: "count" | "each") => cells(({ counted }) => (counted ? [counted[word]] : []));
  const parts = [cells(({ label }) => label), cells(({ amount }) => [amount]), cells(({ tail }) => tail), counts("count"), counts("each")];
  const columns = parts
    .slice(0, heads.length)
    .map((each, i): GridColumn => ({ head: heads[i] ?? "", over: "", headCells: [], cells: each }));
  const filled = columns.filter((column) => column.cells.some((cell) => cell !== null));
  return { columns: filled, sections: entries.map(() => null), titles: [], page: entries[0]?.page ?? 0, rtl: false };
}
