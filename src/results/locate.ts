/**
 * Finds the words of a finding on its page: exactly, wrapped within a column, as the same number in another notation, then with a few wrong
 * letters.
 */
import { firstWhere } from "#contract/bisect.ts";
import { memo } from "#contract/memo.ts";
import type { Box, Page, Word } from "#documents/document.ts";
import { boxAround, centreInside } from "#documents/layout/assemble.ts";
import { largest } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import { readNumber } from "#engines/values/number.ts";
import { distance, wordsOf } from "#engines/values/words.ts";
import { editDistance } from "#language/fold.ts";
import { squash } from "./squash.ts";
import { wrappedWords } from "./wrapped.ts";

export type Evidence = { page: number; text: string; box: Box };
export type Located = {
  /** `nearby`: the page has the words only in its picture; `words` are those of the line where the engine saw them. */
  how: "exact" | "numeric" | "fuzzy" | "nearby";
  /** Share of equal letters, 0..1; 1 unless matched fuzzily. */
  likeness: number;
  /** The words that hold the value. */
  words: Word[];
  /** Whole words as the page has them, around the value; equals the quote's words when the quote was found. By page, at least one. */
  evidence: [Evidence, ...Evidence[]];
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

/** Signs of check boxes that models are shown (engines/llm/laid-out.ts), and copy with the words. */
const SIGNS = /[☒☐]/gu;

/** Null when neither the page nor, exactly, another one has the words, with or without signs of check boxes. */
export function locate(pages: readonly Page[], finding: Finding): Located | null {
  const found = locateWords(pages, finding);
  if (found || finding.raw.search(SIGNS) < 0) return found;
  const raw = finding.raw.replace(SIGNS, " ").trim();
  const located = raw === "" ? nearby(pages, finding) : locateWords(pages, { ...finding, raw });
  return located && { ...located, how: located.how === "nearby" ? "exact" : located.how };
}

function locateWords(pages: readonly Page[], finding: Finding): Located | null {
  const { at, raw } = finding;
  const number = pages.findIndex((each) => each.number === finding.page);
  const page = pages[number];
  if (!page || raw.trim() === "") return null;
  const words = wordsOf(page);
  const next = pages[number + 1];
  if (at) {
    const near = wordsNear(page, at);
    const inside = exactSpans(near, raw)[0];
    if (inside) return located(page, "exact", 1, near.slice(inside.from, inside.to), finding);
    const wrapped = wrappedWords(page, next, raw, at);
    const [first] = wrapped?.[0]?.words ?? [];
    if (wrapped && first && near.includes(first)) return onPages(wrapped);
  }
  const exact = pick(words, exactSpans(words, raw), at);
  if (exact) return located(page, "exact", 1, exact, finding);
  const wrapped = wrappedWords(page, next, raw, at);
  if (wrapped) return onPages(wrapped);
  const numeric = pick(words, numericSpans(words, raw), at);
  if (numeric) return located(page, "numeric", 1, numeric, finding);
  const fuzzy = fuzzySpan(words, raw, at);
  if (fuzzy) return located(page, "fuzzy", fuzzy.likeness, words.slice(fuzzy.from, fuzzy.to), finding);
  return onOtherPage(pages, number, finding);
}

/** The words of the lines where the engine saw an answer; null where there are none. */
export function nearby(pages: readonly Page[], { page: number, at }: Pick<Finding, "page" | "at">): Located | null {
  const page = pages.find((each) => each.number === number);
  const words = page && at ? wordsNear(page, at) : [];
  return page && words.length > 0 ? { how: "nearby", likeness: 1, words, evidence: [evidenceOf(page.number, words)] } : null;
}

/** Other pages are searched from the nearest on: headings are repeated, and models miscount. */
function onOtherPage(pages: readonly Page[], at: number, finding: Finding): Located | null {
  const others = pages.slice(Math.max(0, at - OTHER_PAGES_MAX), at + OTHER_PAGES_MAX + 1).filter((page) => page !== pages[at]);
  for (const page of others.toSorted((a, b) => Math.abs(a.number - finding.page) - Math.abs(b.number - finding.page))) {
    const words = wordsOf(page);
    const found = pick(words, exactSpans(words, finding.raw), undefined);
    if (found) return located(page, "exact", 1, found, finding);
  }
  return null;
}
/** Before and after the finding's page. */
const OTHER_PAGES_MAX = 3;

function onPages(parts: NonNullable<ReturnType<typeof wrappedWords>>): Located | null {
  const [first, ...more] = parts.map(({ page, words }) => evidenceOf(page, words));
  return first ? { how: "exact", likeness: 1, words: parts.flatMap(({ words }) => words), evidence: [first, ...more] } : null;
}

const evidenceOf = (page: number, words: readonly Word[]): Evidence => ({
  page,
  text: words.map((word) => word.text).join(" "),
  box: boxAround(words),
});

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
  const middles = Float64Array.from(words, ({ box }) => (box.top + box.bottom) / 2);
  const middle = (index: number) => middles[index] ?? 0;
  const indexes = Uint32Array.from(words.keys()).sort((a, b) => middle(a) - middle(b));
  return { middles: Float64Array.from(indexes, middle), indexes };
}

/** Index of the first word whose middle is not above `y`. */
const firstFrom = (middles: Float64Array, y: number): number => firstWhere(middles.length, (i) => (middles[i] ?? 0) >= y);

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

/** Index of the word that holds the character at `offset`. */
const wordAt = (starts: readonly number[], offset: number): number => firstWhere(starts.length, (i) => (starts[i] ?? 0) > offset) - 1;

/** Numbers with zeros in front are codes: `042` is another one than `42`. */
function numericSpans(words: readonly Word[], text: string): Span[] {
  const wanted = readNumber(text, null);
  if (!wanted) return [];
  const zeros = zerosOf(text);
  const spans: Span[] = [];
  for (let from = 0; from < words.length && spans.length < PLACES_MAX; from++) {
    if (!/\d/.test(words[from]?.text ?? "")) continue;
    for (const to of [from + 1, from + 2]) {
      const printed = words
        .slice(from, to)
        .map((word) => word.text)
        .join(" ");
      const read = readNumber(printed, null);
      if (read && zerosOf(printed) === zeros && (read.value === wanted.value || read.other === wanted.value)) spans.push({ from, to });
    }
  }
  return spans;
}

const zerosOf = (text: string) => /^\D*(0*)(?=\d)/.exec(text)?.[1]?.length ?? 0;

const digitsOf = (text: string) => text.replace(/[^\p{N}]/gu, "");

/** Letters may differ, digits may not: another digit is another value. Of equally likely places the nearest to `at`. */
function fuzzySpan(words: readonly Word[], text: string, at: Box | undefined): (Span & { likeness: number }) | null {
  const needle = squash(text).toLowerCase();
  if (needle.length < FUZZY_LETTERS_MIN || needle.length > FUZZY_LETTERS_MAX) return null;
  const limit = Math.floor(needle.length * FUZZY_ERRORS_MAX);
  if (limit === 0) return null;
  const wanted = text
    .trim()
    .split(/\s+/)
    .map((word) => squash(word).toLowerCase());
  const letters = words.map((word) => squash(word.text).toLowerCase());
  const digits = digitsOf(needle);
  const spans: (Span & { likeness: number })[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + Math.max(1, wanted.length - 1); to <= Math.min(words.length, from + wanted.length + 1); to++) {
      const printed = letters.slice(from, to);
      const window = printed.join("");
      const wrong = editDistance(window, needle, limit);
      if (wrong <= limit && digitsOf(window) === digits && areSameWords(printed, wanted))
        spans.push({ from, to, likeness: 1 - wrong / needle.length });
    }
  }
  const best = largest(spans.map(({ likeness }) => likeness));
  const likeliest = spans.filter(({ likeness }) => likeness === best);
  const far = ({ from, to }: Span) => (at ? distance(boxAround(words.slice(from, to)), at) : 0);
  return likeliest.toSorted((a, b) => far(a) - far(b))[0] ?? null;
}

/** Maximum share of wrong letters in a word of a fuzzy match: one in three letters. */
const WORD_ERRORS_MAX = 0.34;

/** Whether every word has its like: letters differ, spaces may be missing or added, but no whole word is. */
function areSameWords(printed: readonly string[], wanted: readonly string[]): boolean {
  let i = 0;
  let j = 0;
  while (i < printed.length && j < wanted.length) {
    const [a = "", b = ""] = [printed[i], wanted[j]];
    if (differAtMost(a, b, WORD_ERRORS_MAX)) [i, j] = [i + 1, j + 1];
    else if (differAtMost(a + (printed[i + 1] ?? ""), b, FUZZY_ERRORS_MAX)) [i, j] = [i + 2, j + 1];
    else if (differAtMost(a, b + (wanted[j + 1] ?? ""), FUZZY_ERRORS_MAX)) [i, j] = [i + 1, j + 2];
    else return false;
  }
  return i >= printed.length && j >= wanted.length;
}

function differAtMost(a: string, b: string, share: number): boolean {
  const limit = Math.floor(Math.max(a.length, b.length) * share);
  return a === b || editDistance(a, b, limit) <= limit;
}

/** Of several matches the one nearest to where the engine saw it, else the first. */
function pick(words: readonly Word[], spans: readonly Span[], at: Box | undefined): Word[] | null {
  const [first, ...rest] = spans.map((span) => words.slice(span.from, span.to));
  if (!first || !at) return first ?? null;
  const far = (found: Word[]) => distance(boxAround(found), at);
  return rest.reduce((best, found) => (far(found) < far(best) ? found : best), first);
}

function located(page: Page, how: Located["how"], likeness: number, found: Word[], finding: Finding): Located {
  const around = quoteWords(wordsOf(page), found, finding.quote) ?? found;
  return { how, likeness, words: found, evidence: [evidenceOf(page.number, around)] };
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
