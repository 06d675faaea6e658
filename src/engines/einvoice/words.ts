/** The words of names and descriptions as the English words by which the table of terms is asked, in whatever language and style they are written. */
import { append } from "#documents/long-lists.ts";
import { fold, nameTokens } from "#language/fold.ts";
import { LANGUAGES, listsOfAll } from "#language/words.ts";

/** A phrase of up to so many words is one entry. */
const WORDS_MAX = 4;
/** Text of a description that is looked at: the rest says how the value is written, or what not to take. */
const DESCRIPTION_CHARACTERS_MAX = 200;

/** The entries by their words without accents; of words that several languages have, the meaning of the first. */
const MEANINGS = new Map<string, readonly string[]>();
for (const [meaning, words] of Object.entries(listsOfAll(({ invoice_words: words }) => words))) {
  for (const word of words.flatMap(spellings)) if (!MEANINGS.has(word)) MEANINGS.set(word, meaning.split(" "));
}

/** Without accents, and as German is written without umlauts. */
function spellings(word: string): string[] {
  return [fold(word), fold(word.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue"))];
}

const SMALL_WORDS: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ stop_words: words = [] }) => words.map(fold)));

/** A word without a meaning is kept as it is, with this mark, so that it counts against what is asked. */
const UNKNOWN = "?";
export const isKnown = (word: string): boolean => !word.startsWith(UNKNOWN);

/** `supplierVatId` is seller, vat, number. */
export const meaningsOfName = (name: string): string[] => meanings(nameTokens(name.replace(ABBREVIATED, (word) => word.toLowerCase())));

/** Capitals inside of these begin no word. */
const ABBREVIATED = /USt|MwSt|IdNr/g;

/** "To" is no end of a period in a sentence. What stands in brackets, after "e.g." or "not" says more of the form than of the meaning. */
const ASIDE = /\bto\b|\([^()]{0,200}\)|\b(?:e\.g\.|i\.e\.|z\.B\.|not|nicht|e\.\s?g\.).{0,200}$/giu;

export const meaningsOfDescription = (description: string): string[] =>
  meanings(nameTokens(description.slice(0, DESCRIPTION_CHARACTERS_MAX).replace(ASIDE, " ")));

function meanings(tokens: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const length = longestAt(tokens, at);
    const phrase = tokens.slice(at, at + Math.max(1, length)).join(" ");
    append(found, length > 0 ? (MEANINGS.get(phrase) ?? []) : unlisted(phrase));
    at += Math.max(1, length);
  }
  return [...new Set(found)];
}

/** How many words from there on are one entry; 0 for none. */
function longestAt(tokens: readonly string[], at: number): number {
  for (let length = Math.min(WORDS_MAX, tokens.length - at); length > 0; length--) {
    if (MEANINGS.has(tokens.slice(at, at + length).join(" "))) return length;
  }
  return 0;
}

function unlisted(word: string): readonly string[] {
  if (SMALL_WORDS.has(word) || word.length === 1) return [];
  return (word.length <= WORD_LETTERS_MAX ? partsOf(word, PARTS_MAX) : null) ?? [`${UNKNOWN}${word}`];
}
/** The longest compounds of invoices have about forty. */
const WORD_LETTERS_MAX = 60;

const PARTS_MAX = 4;
const PART_LETTERS_MIN = 3;
/** Short words that end a compound: `vatid`, `rechnungsnr`. */
const SHORT_ENDS: ReadonlySet<string> = new Set(["id", "nr", "no"]);
/** Letters between the parts of a German word. */
const LINKS = ["", "s", "n", "en", "es"];

/** `rechnungsnummer`, `invoicenumber`: the meanings of the words that it is made of; null when it is not made of known words. */
function partsOf(word: string, most: number): readonly string[] | null {
  const whole = MEANINGS.get(word);
  if (whole) return whole;
  if (most <= 1) return null;
  for (let end = word.length - 2; end >= PART_LETTERS_MIN; end--) {
    const first = MEANINGS.get(word.slice(0, end));
    if (!first) continue;
    for (const link of LINKS) {
      if (!word.startsWith(link, end)) continue;
      const rest = word.slice(end + link.length);
      if (rest.length < PART_LETTERS_MIN && !SHORT_ENDS.has(rest)) continue;
      const more = partsOf(rest, most - 1);
      if (more) return [...first, ...more];
    }
  }
  return null;
}
