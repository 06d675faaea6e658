/** What the first reading of a picture shows about its language, and which script a trial reading supports. */
import type { Box } from "#documents/document.ts";
import { LATIN_LANGUAGES, MARKED_FIRST, SCRIPTS, UNMARKED } from "./languages.ts";
import type { OcrWord } from "./ocr-engine.ts";

/**
 * A reading with at least this certainty and this many letters is in the script it was read with: measured on scans, receipts, identity
 * papers and pages in nine scripts.
 */
const CERTAIN_MIN = 0.81;
const LETTERS_MIN = 150;
/** With fewer letters than this, more certainty is required. */
const FEW_LETTERS = 250;
const FEW_CERTAIN_MIN = 0.88;
/** Minimum certainty and number of a trial's own letters. */
const TRIAL_CERTAIN_MIN = 0.76;
const TRIAL_LETTERS_MIN = 6;
const LITTLE_LETTERS = 30;
const CANDIDATES_MAX = 2;
const CLEAR_CERTAIN_MIN = 0.85;
const CLEAR_LETTERS_MIN = 20;
/** Minimum share of a page's letters in its own script: some words are Latin in every script. */
const OWN_SHARE_MIN = 0.25;
/** Certainty that letters of a wrong script get; what exceeds it counts for a script. */
const GUESSED = 0.6;
/** How many different words of a language the text must hold, and more than of any other language. */
const WORDS_MIN = 3;

export type LanguageTally = { letters: number; certainty: number };

/** Counts letters of words of two letters or more, with their root mean square certainty. `own`: of this script only. */
export function tallyOf(words: readonly OcrWord[], own: RegExp | null = null): LanguageTally {
  let letters = 0;
  let sum = 0;
  for (const { text, certainty } of words) {
    const signs = text.match(/[\p{L}\p{M}\p{N}]/gu) ?? [];
    const count =
      own === null ? (signs.length < 2 ? 0 : signs.length) : signs.filter((sign) => own.test(sign) || /\p{M}/u.test(sign)).length;
    letters += count;
    sum += count * certainty ** 2;
  }
  return { letters, certainty: letters === 0 ? 0 : Math.sqrt(sum / letters) };
}

/** Whether the picture may be in another script than the one it was read with. */
export function isDoubtful(words: readonly OcrWord[]): boolean {
  const { letters, certainty } = tallyOf(words);
  const isFew = letters < LETTERS_MIN || (letters < FEW_LETTERS && certainty < FEW_CERTAIN_MIN);
  return words.length > 0 && (isFew || certainty < CERTAIN_MIN);
}

/** Strength of a reading: its letters, weighted by how far their certainty exceeds a guess. */
export const strengthOf = ({ letters, certainty }: LanguageTally): number => letters * Math.max(0, certainty - GUESSED);

export type Trial = { language: string; words: readonly OcrWord[] };

/** The languages whose trials may be right, the most likely first; empty when no trial is. */
export function scriptsOf(trials: readonly Trial[]): string[] {
  return trials
    .map(({ language, words }) => ({ language, tally: tallyOf(words, lettersOf(language)) }))
    .filter(({ tally }) => tally.letters >= TRIAL_LETTERS_MIN && tally.certainty >= TRIAL_CERTAIN_MIN)
    .sort((a, b) => strengthOf(b.tally) - strengthOf(a.tally))
    .slice(0, CANDIDATES_MAX)
    .map(({ language }) => language);
}

/** Whether the engine saw hardly any writing in any trial: it drops lines of small pictures now and then. */
export function sawLittle(trials: readonly Trial[]): boolean {
  return trials.every(({ words }) => tallyOf(words).letters < LITTLE_LETTERS);
}

/** Whether no further trial is needed. Han may be Japanese, so Chinese alone never ends the search. */
export function speaksFor({ language, words }: Trial): boolean {
  const { letters, certainty } = tallyOf(words, lettersOf(language));
  return language !== "chi_sim" && letters >= CLEAR_LETTERS_MIN && certainty >= CLEAR_CERTAIN_MIN;
}

/**
 * Whether a reading of the whole picture in another script is right: certain, stronger than the first, and with enough letters of that
 * script.
 */
export function isInThisScript(second: readonly OcrWord[], first: readonly OcrWord[], language: string): boolean {
  const tally = tallyOf(second);
  const own = tallyOf(second, lettersOf(language));
  const isOwn = own.letters >= OWN_SHARE_MIN * tally.letters && own.certainty >= CERTAIN_MIN;
  return isOwn && tally.certainty >= CERTAIN_MIN && strengthOf(tally) > strengthOf(tallyOf(first));
}

/** Whether letters were read with more certainty in another language of the same script. */
export function isSurer(second: readonly OcrWord[], first: readonly OcrWord[]): boolean {
  return tallyOf(second).certainty > tallyOf(first).certainty;
}

export function lettersOf(language: string): RegExp {
  return SCRIPTS.find((script) => script.language === language)?.letters ?? /\p{L}/u;
}

type Lexicon = readonly { language: string; words: ReadonlySet<string> }[];
const lexiconOf = (lists: readonly { language: string; words: readonly string[] }[]): Lexicon =>
  lists.map(({ language, words }) => ({ language, words: new Set(words.map(bare)) }));
const LATIN = lexiconOf(LATIN_LANGUAGES);
const FIRST = lexiconOf(MARKED_FIRST);
const ALL = [...LATIN, ...FIRST, ...lexiconOf(UNMARKED)];

/** The language with diacritics of its own that a first reading in Latin letters is in; none for English, German, French and the like. */
export const latinLanguageOf = (words: readonly OcrWord[]): string[] => languageOf(words, LATIN);

/** Which of the languages of the first reading the page is in, if it has diacritics; none for English. */
export const markedFirstOf = (words: readonly OcrWord[]): string[] => languageOf(words, FIRST);

/** The language with diacritics, of all in Latin letters, that a page is in; null for English and unknown languages. */
export function pageLanguageOf(words: readonly OcrWord[]): string | null {
  const [language = "eng"] = languageOf(words, ALL);
  return language === "eng" ? null : language;
}

/** The language of a page that has diacritics, whatever there is in English beside it; null when it is not known. */
export const markedLanguageOf = (words: readonly OcrWord[]): string | null => languageOf(words, [...LATIN, ...FIRST])[0] ?? null;

function languageOf(words: readonly OcrWord[], lexicon: Lexicon): string[] {
  const read = new Set(words.map(({ text }) => bare(text)).filter((text) => text !== ""));
  const counts = lexicon.map((each) => ({ language: each.language, count: [...each.words].filter((word) => read.has(word)).length }));
  const [best, next] = counts.sort((a, b) => b.count - a.count);
  return best && best.count >= WORDS_MIN && best.count > (next?.count ?? 0) ? [best.language] : [];
}

/** Lower case, without diacritics and signs: the first reading loses diacritics. */
function bare(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase();
}

/** Addresses and numbers: the same in every script, and read best with the data for Latin letters. */
const KEPT = /^(?=.*[@\d])[\x21-\x7e]{2,}$/;
const KEPT_CERTAIN_MIN = 0.75;
/** Share of a word's area that a kept word must cover to be another reading of it. */
const SAME_PLACE = 0.4;

/** A reading in another script, with the addresses and numbers of the first reading where it took them for words. */
export function withKept(second: readonly OcrWord[], first: readonly OcrWord[]): OcrWord[] {
  const isAt = (a: OcrWord, b: OcrWord) => Math.max(shareUnder(a.box, b.box), shareUnder(b.box, a.box)) > SAME_PLACE;
  const plain = second.filter(({ text }) => KEPT.test(text));
  const kept = first.filter(
    (word) => KEPT.test(word.text) && word.certainty >= KEPT_CERTAIN_MIN && !plain.some((other) => isAt(other, word)),
  );
  const others = second.filter(({ box }) => !kept.some((word) => shareUnder(box, word.box) > SAME_PLACE));
  return [...others, ...kept.map((word) => ({ ...word, run: -1 - word.run }))];
}

function shareUnder(box: Box, other: Box): number {
  const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
  const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
  const area = (box.right - box.left) * (box.bottom - box.top);
  return width <= 0 || height <= 0 || area <= 0 ? 0 : (width * height) / area;
}
