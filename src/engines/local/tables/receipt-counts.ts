/** How many of an item, at which price each: "3 x 4,49", "2 @ 31.95", on an item's own line or on one of its own above or below it. */
import type { Word } from "#documents/document.ts";
import type { Piece } from "#structure/pieces.ts";
import { textOf } from "#structure/sheet.ts";
import { amountOf } from "./fit.ts";

export type Counted = { count: Word; each: Word; product: number };

const COUNT = /^\d{1,4}(?:[.,]\d{1,3})?[xX×*@]?$/u;
const TIMES = /^[xX×*@]$/u;
const PRICE = /^[xX×*@]?\p{Sc}?\d[\d.,]{0,10}\p{Sc}?(?:\/\p{L}{1,4})?$/u;
const UNIT = /^\p{L}{1,5}\.?$/u;
/** What a count of grams comes to is rounded to a cent: off by at most this, in units of the currency. */
const ROUNDED_MAX = 0.011;

/** The words where they say nothing but a count, "x" or "@", and a price; null for others. */
export function countedIn(words: readonly Word[]): Counted | null {
  const said = words.filter(({ text }) => !/^\p{Sc}$|^[A-Z]{3}$/u.test(text));
  const [count] = said;
  const each = said.at(-1);
  if (!count || !each || count === each || !COUNT.test(count.text) || !PRICE.test(each.text)) return null;
  const between = said.slice(1, -1);
  const isTimes = [count, ...between, each].some(({ text }) => /^[xX×*@]|[xX×*@]$/u.test(text));
  if (!isTimes || !between.every(({ text }) => TIMES.test(text) || UNIT.test(text))) return null;
  const [times, price] = [amountOf(count.text.replace(/[^\d.,]/g, "")), amountOf(each.text.replace(/[^\d.,]/g, ""))];
  return times === null || price === null ? null : { count, each, product: times * price };
}

/** "2 LATTE 5,25" before an amount of 10,50: a count, a name and a price that come to it. */
export function countedAround(words: readonly Word[], amount: number): Counted | null {
  const [count, each] = [words[0], words.at(-1)];
  if (!count || !each || words.length < 3 || !/^\d{1,3}$/.test(count.text) || !PRICE.test(each.text)) return null;
  const price = amountOf(each.text.replace(/[^\d.,]/g, ""));
  const product = price === null ? null : Number(count.text) * price;
  return product !== null && Math.abs(product - Math.abs(amount)) < ROUNDED_MAX ? { count, each, product } : null;
}

/** The count on the line above or below an item that comes to its amount. */
export function countBeside(page: readonly (readonly Piece[])[], line: number, amount: number): Counted | null {
  for (const at of [line - 1, line + 1]) {
    const counted = countedIn((page[at] ?? []).flatMap(({ words }) => words));
    if (counted && Math.abs(counted.product - Math.abs(amount)) < ROUNDED_MAX) return counted;
  }
  return null;
}

/** The words of a line of an item's name alone. */
export function nameOn(pieces: readonly Piece[] | undefined): Word[] {
  const words = (pieces ?? []).flatMap((piece) => piece.words);
  return /\p{L}{2}/u.test(textOf(words)) && !words.some(({ text }) => /\d[.,]\d{2}$/.test(text)) ? [...words] : [];
}
