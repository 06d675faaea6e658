/** Finds the words of a finding on its page: exactly, then as the same number in another notation, then with a few wrong letters. */
import { memo } from "#contract/memo.ts";
import type { Box, Page, Word } from "#documents/document.ts";
import { boxAround, centreInside } from "#documents/layout/assemble.ts";
import type { Finding } from "#engines/engine.ts";
import { readNumber } from "#engines/values/number.ts";
import { distance, wordsOf } from "#engines/values/words.ts";
import { editDistance } from "#language/fold.ts";

export type Located = {
  how: "exact" | "numeric" | "fuzzy";
  /** Share of equal letters, 0..1; 1 unless matched fuzzily. */
  likeness: number;
  /** The words that hold the value. */
  words: Word[];
  /** Whole words as the page has them, around the value; equals the quote's words when the quote was found. */
  evidence: { text: string; box: Box };
};

/** Maximum share of wrong letters in a fuzzy match. */
export const FUZZY_ERRORS_MAX = 0.15;
/** Shorter values are never matched fuzzily: one wrong letter would make them another value. */
const FUZZY_LETTERS_MIN = 5;
const FUZZY_LETTERS_MAX = 300;
const PLACES_MAX = 500;
/** Page units around `at` within which a word's centre still counts as inside. */
const SLACK = 1.5;

type Span = { from: number; to: number };

/** Null when the page does not have the words. */
export function locate(page: Page, finding: Finding): Located | null {
  const words = wordsOf(page);
  const { at } = finding;
  if (at) {
    const near = wordsNear(page, at);
    const inside = exactSpans(near, finding.raw)[0];
    if (inside) return located("exact", 1, words, near.slice(inside.from, inside.to), finding);
  }
  const exact = pick(words, exactSpans(words, finding.raw), at);
  if (exact) return located("exact", 1, words, exact, finding);
  const numeric = pick(words, numericSpans(words, finding.raw), at);
  if (numeric) return located("numeric", 1, words, numeric, finding);
  const fuzzy = fuzzySpan(words, finding.raw);
  return fuzzy && located("fuzzy", fuzzy.likeness, words, words.slice(fuzzy.from, fuzzy.to), finding);
}

const byHeight = memo((page: Page) => sortedByHeight(wordsOf(page)), new WeakMap());

/** Words whose centres are in the box, in the order of the page. */
function wordsNear(page: Page, at: Box): Word[] {
  const words = wordsOf(page);
  const { middles, indexes } = byHeight(page);
  const found: number[] = [];
  for (let i = firstFrom(middles, at.top - SLACK); i < middles.length && (middles[i] ?? 0) <= at.bottom + SLACK; i++) {
    const index = indexes[i] ?? 0;
    const word = words[index];
    if (word && centreInside(word.box, at, SLACK)) found.push(index);
  }
  return found.sort((a, b) => a - b).flatMap((index) => words[index] ?? []);
}

function sortedByHeight(words: readonly Word[]): { middles: Float64Array; indexes: Uint32Array } {
  const middle = (index: number) => ((words[index]?.box.top ?? 0) + (words[index]?.box.bottom ?? 0)) / 2;
  const indexes = Uint32Array.from(words.keys()).sort((a, b) => middle(a) - middle(b));
  return { middles: Float64Array.from(indexes, middle), indexes };
}

/** Index of the first word whose middle is not above `y`, by bisection. */
function firstFrom(middles: Float64Array, y: number): number {
  let low = 0;
  let high = middles.length;
  while (low < high) {
    const at = (low + high) >> 1;
    if ((middles[at] ?? 0) < y) low = at + 1;
    else high = at;
  }
  return low;
}

/** Texts without composed, invisible or white-space characters: most words. */
const PLAIN = /^[\x21-\x7e]*$/;
const squash = (text: string) => (PLAIN.test(text) ? text : text.normalize("NFKC").replace(/[\s\u00ad\u200b-\u200f\u2060\ufeff]+/g, ""));
const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/**
 * Whether a text that begins or ends between two characters is cut out of a longer word or number: "19" of "190,00", "Ann" of "Annual".
 * Scripts without spaces have no such words.
 */
function isBroken(before: string, after: string): boolean {
  const [a = "", b = ""] = [before.at(-1), after[0]];
  if (SPACED_LETTER.test(a) && SPACED_LETTER.test(b)) return true;
  return /\d$|\d[.,'’]$/.test(before) && /^\d/.test(after) ? true : /\d$/.test(before) && /^[.,'’]\d/.test(after);
}
const SPACED_LETTER =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Hangul}]/u;

/**
 * Word ranges that contain the text. Matches of whole words are preferred to matches inside longer words; a piece cut out of a word or
 * number is not a match.
 */
function exactSpans(words: readonly Word[], text: string): Span[] {
  const needle = squash(text);
  if (needle === "" || words.length === 0) return [];
  const starts: number[] = [];
  let all = "";
  for (const word of words) {
    starts.push(all.length);
    all += squash(word.text);
  }
  const whole: Span[] = [];
  const partial: Span[] = [];
  for (let at = all.indexOf(needle); at >= 0 && whole.length + partial.length < PLACES_MAX; at = all.indexOf(needle, at + 1)) {
    const end = at + needle.length;
    const span = { from: wordAt(starts, at), to: wordAt(starts, end - 1) + 1 };
    const startsWord = starts[span.from] === at;
    const endsWord = starts[span.to] === end || end === all.length;
    if (!startsWord && isBroken(all.slice(Math.max(0, at - 2), at), needle.slice(0, 2))) continue;
    if (!endsWord && isBroken(needle.slice(-2), all.slice(end, end + 2))) continue;
    const cutBefore = !startsWord && isLetter(all[at - 1]) && isLetter(needle[0]);
    const cutAfter = !endsWord && isLetter(all[end]) && isLetter(needle.at(-1));
    (cutBefore || cutAfter ? partial : whole).push(span);
  }
  return whole.length > 0 ? whole : partial;
}

/** Index of the word that holds the character at `offset`, by bisection. */
function wordAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function numericSpans(words: readonly Word[], text: string): Span[] {
  const wanted = readNumber(text, null);
  if (!wanted) return [];
  const spans: Span[] = [];
  for (let from = 0; from < words.length && spans.length < PLACES_MAX; from++) {
    if (!/\d/.test(words[from]?.text ?? "")) continue;
    for (const to of [from + 1, from + 2]) {
      const printed = words.slice(from, to).map((word) => word.text);
      const read = readNumber(printed.join(" "), null);
      if (read && (read.value === wanted.value || read.other === wanted.value)) spans.push({ from, to });
    }
  }
  return spans;
}

const digitsOf = (text: string) => text.replace(/[^\p{N}]/gu, "");

/** Letters may differ, digits may not: another digit is another value. */
function fuzzySpan(words: readonly Word[], text: string): (Span & { likeness: number }) | null {
  const needle = squash(text).toLowerCase();
  if (needle.length < FUZZY_LETTERS_MIN || needle.length > FUZZY_LETTERS_MAX) return null;
  const limit = Math.floor(needle.length * FUZZY_ERRORS_MAX);
  if (limit === 0) return null;
  const count = text.trim().split(/\s+/).length;
  const letters = words.map((word) => squash(word.text).toLowerCase());
  const digits = digitsOf(needle);
  let best: (Span & { likeness: number }) | null = null;
  for (let from = 0; from < words.length; from++) {
    for (let to = from + Math.max(1, count - 1); to <= Math.min(words.length, from + count + 1); to++) {
      const window = letters.slice(from, to).join("");
      const wrong = editDistance(window, needle, limit);
      const likeness = 1 - wrong / needle.length;
      if (wrong <= limit && digitsOf(window) === digits && (!best || likeness > best.likeness)) best = { from, to, likeness };
    }
  }
  return best;
}

/** Of several matches the one nearest to where the engine saw it, else the first. */
function pick(words: readonly Word[], spans: readonly Span[], at: Box | undefined): Word[] | null {
  const [first, ...rest] = spans.map((span) => words.slice(span.from, span.to));
  if (!first || !at) return first ?? null;
  const far = (found: Word[]) => distance(boxAround(found), at);
  return rest.reduce((best, found) => (far(found) < far(best) ? found : best), first);
}

function located(how: Located["how"], likeness: number, words: readonly Word[], found: Word[], finding: Finding): Located {
  const around = quoteWords(words, found, finding.quote) ?? found;
  const text = around.map((word) => word.text).join(" ");
  return { how, likeness, words: found, evidence: { text, box: boxAround(around) } };
}

/** The words of the quote, if it surrounds the value. */
function quoteWords(words: readonly Word[], found: Word[], quote: string | undefined): Word[] | null {
  if (quote === undefined) return null;
  for (const span of exactSpans(words, quote)) {
    const around = words.slice(span.from, span.to);
    if (found.every((word) => around.includes(word))) return around;
  }
  return null;
}
