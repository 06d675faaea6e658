/** Whole addresses within a line: "a Wisconsin corporation, 1525 Fox Bend Court, Neenah, WI 54956, agree as follows". */
import { memo } from "#contract/memo.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { type Cell, textOf } from "#structure/sheet.ts";
import type { Span } from "./span.ts";

const WORDS_MAX = 14;
const TOWN_WORDS_MAX = 4;
/** Words and figures that a street has in front of its town, without a sign at their end. */
const STREET_WORDS_MAX = 6;
const NUMBER = /^\d{1,5}[A-Za-z]?(?:[-/]\d{1,4}[A-Za-z]?)?$/;
const CAPITAL = /^\p{Lu}/u;
/** "de", "an der": small words of names of streets and towns. */
const SMALL = /^\p{Ll}{1,3}$/u;
/** What stands before an address ends with it, as does a sentence. */
const STOPS = /[:;()"“”·•|]$|\p{L}{4}\.$/u;
/** The last two words: `IL 62701`, `Texas 75202`, `VIC 3053`; `M5V 2T6`; `SW1A 1AA`. */
const ENDS: readonly [RegExp, RegExp][] = [
  [/^(?:[A-Z]{2,3}|\p{Lu}\p{Ll}{3,})$/u, /^\d{5}(?:-\d{4})?$/],
  [/^[A-Z]{2,3}$/, /^\d{4}$/],
  [/^[A-Z]\d[A-Z]$/, /^\d[A-Z]\d$/],
  [/^[A-Z]{1,2}\d[A-Z\d]?$/, /^\d[A-Z]{2}$/],
];
/** A postal code before a town: `10115 Berlin`, `00-950 Warszawa`. */
const POSTAL_CODE = /^(?:[A-Z]{1,2}-)?\d{4,5}$|^\d{2}-\d{3}$/;
const DASH = /^[–-]$/;

/** Those that begin with the number of the house, and those whose town follows its postal code. */
export const addressesIn = memo((cell: Cell): readonly Span[] => {
  const words = cell.words.map(({ text }) => text.replace(/[,.;]$/, ""));
  return words.flatMap((word, at) => {
    const [from, to] =
      POSTAL_CODE.test(word) && CAPITAL.test(words[at + 1] ?? "") ? beforeTown(cell, words, at) : behindNumber(cell, words, at);
    return from < to ? [spanOf(cell, from, to)] : [];
  });
}, new WeakMap());

const NONE = [0, 0] as const;

function behindNumber({ words }: Cell, bare: readonly string[], at: number): readonly [number, number] {
  if (!ENDS.some(([before, last]) => last.test(bare[at] ?? "") && before.test(bare[at - 1] ?? ""))) return NONE;
  const least = Math.max(0, at - WORDS_MAX, words.slice(0, at).findLastIndex(({ text }) => STOPS.test(text)) + 1);
  const from = bare.findIndex((word, i) => i >= least && i < at - 2 && NUMBER.test(word) && CAPITAL.test(bare[i + 1] ?? ""));
  return from < 0 ? NONE : [from, at + 1];
}

function beforeTown({ words }: Cell, bare: readonly string[], at: number): readonly [number, number] {
  const number = DASH.test(bare[at - 1] ?? "") ? at - 2 : at - 1;
  if (!NUMBER.test(bare[number] ?? "")) return NONE;
  let from = number;
  while (from > 0 && number - from < STREET_WORDS_MAX && isOfName(words[from - 1]?.text ?? "")) from -= 1;
  let to = at + 2;
  while (to < bare.length && to - at <= TOWN_WORDS_MAX && !/[,.;]$/.test(words[to - 1]?.text ?? "") && isOfName(bare[to] ?? "")) to += 1;
  while (SMALL.test(bare[to - 1] ?? "")) to -= 1;
  while (from < number && SMALL.test(bare[from] ?? "")) from += 1;
  return from === number ? NONE : [from, to];
}

const isOfName = (word: string): boolean => !STOPS.test(word) && !/\d/.test(word) && (CAPITAL.test(word) || SMALL.test(word));

function spanOf(cell: Cell, from: number, to: number): Span {
  const words = cell.words.slice(from, to);
  return { cell, from, to, raw: textOf(words).replace(/[,.;]$/, ""), box: boxAround(words), fit: 1, shape: "block", lines: 1 };
}
