/** What a document prints anywhere: its numbers and dates, in whatever notation, with the words that print them. */
import type { Page, Word } from "#documents/document.ts";
import { matchDate } from "#engines/values/date.ts";
import { readNumber } from "#engines/values/number.ts";
import { wordsOf } from "#engines/values/words.ts";

export type PrintedPlace = { page: Page; words: readonly Word[] };
/** Numbers without sign, by `keyOf`; dates in ISO form. */
export type PrintedValues = { numbers: Map<string, PrintedPlace[]>; dates: Map<string, PrintedPlace[]> };

/** To four decimals; credit notes print what data has with a minus, and the other way about. */
export const keyOf = (value: number): string => String(Math.round(Math.abs(value) * 10_000) / 10_000);

/** `12. Januar 2026` and `12 . 01 . 2026`. */
const DATE_WORDS_MAX = 5;
const DIGIT = /\d/;
/** As Cross Industry Invoices write it. */
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})$/;
const LEADING = /^[^\p{L}\p{N}]+/u;

export function printedValues(pages: readonly Page[]): PrintedValues {
  const found: PrintedValues = { numbers: new Map(), dates: new Map() };
  for (const page of pages) {
    const words = wordsOf(page);
    for (let at = 0; at < words.length; at++) {
      addNumbers(found, page, words, at);
      addDates(found, page, words, at);
    }
  }
  return found;
}

function addNumbers({ numbers }: PrintedValues, page: Page, words: readonly Word[], at: number): void {
  if (!DIGIT.test(words[at]?.text ?? "")) return;
  // A space may group thousands.
  for (const to of [at + 1, at + 2, at + 3]) {
    const part = words.slice(at, to);
    const read = part.length === to - at ? readNumber(textOf(part).replace(/[.:;]$/, ""), null) : null;
    if (!read) continue;
    for (const value of [read.value, read.other]) if (value !== null) add(numbers, keyOf(value), { page, words: part });
  }
}

function addDates({ dates }: PrintedValues, page: Page, words: readonly Word[], at: number): void {
  const alone = COMPACT_DATE.exec(words[at]?.text ?? "");
  if (alone) add(dates, `${alone[1]}-${alone[2]}-${alone[3]}`, { page, words: words.slice(at, at + 1) });
  const part = words.slice(at, at + DATE_WORDS_MAX);
  const text = textOf(part).replace(LEADING, "");
  if (!DIGIT.test(text)) return;
  for (const dayFirst of [true, false]) {
    const match = matchDate(text, dayFirst);
    if (match) add(dates, match.date.iso, { page, words: wordsWithin(part, match.length) });
  }
}

function wordsWithin(words: readonly Word[], characters: number): Word[] {
  let left = characters;
  const taken: Word[] = [];
  for (const word of words) {
    if (left <= 0) break;
    taken.push(word);
    left -= word.text.length + 1;
  }
  return taken;
}

const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(" ");

function add(places: Map<string, PrintedPlace[]>, key: string, place: PrintedPlace): void {
  const known = places.get(key);
  if (known) known.push(place);
  else places.set(key, [place]);
}
