/** Which OCR data are used when: some first, others once the page turns out to be in another language or script. */
import { languageOf } from "#language/words.ts";

/** Languages that every picture is read in first. */
export const FIRST_LANGUAGES = ["eng", "deu", "fra"] as const;

const frequentWords = (code: string): readonly string[] => languageOf(code).ocr?.frequent_words ?? [];

/** Which of them a page is in, by its frequent words: large type of a page in one language is read best with that language's data alone. */
export const MARKED_FIRST = [
  { language: "deu", words: frequentWords("de") },
  { language: "fra", words: frequentWords("fr") },
] as const;

/** English has no diacritics. */
export const UNMARKED = [{ language: "eng", words: frequentWords("en") }] as const;

/** Letters with diacritics that texts in these languages have, foreign names aside. */
export const MARKS: Readonly<Record<string, string | undefined>> = {
  deu: languageOf("de").ocr?.marks,
  fra: languageOf("fr").ocr?.marks,
  spa: languageOf("es").ocr?.marks,
  por: languageOf("pt").ocr?.marks,
};

/** Languages in Latin letters with diacritics of their own; the words are frequent ones that English, German and French do not have. */
export const LATIN_LANGUAGES = [
  { language: "spa", words: frequentWords("es") },
  { language: "por", words: frequentWords("pt") },
  { language: "pol", words: frequentWords("pl") },
  { language: "tur", words: frequentWords("tr") },
  { language: "vie", words: frequentWords("vi") },
  { language: "isl", words: frequentWords("is") },
] as const;

/**
 * Other scripts, in the order of trial; Thai is last, as other writing looks most like it. `letters` are those of the script only. Russian
 * is read with the data of Kazakh, which hold all its letters: there is no package with Russian's own.
 */
export const SCRIPTS = [
  { language: "kaz", letters: /\p{Script=Cyrillic}/u },
  { language: "ara", letters: /\p{Script=Arabic}/u },
  { language: "ell", letters: /\p{Script=Greek}/u },
  { language: "heb", letters: /\p{Script=Hebrew}/u },
  { language: "kor", letters: /\p{Script=Hangul}/u },
  { language: "hin", letters: /\p{Script=Devanagari}/u },
  { language: "chi_sim", letters: /\p{Script=Han}/u },
  { language: "jpn", letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u },
  { language: "tha", letters: /\p{Script=Thai}/u },
] as const;

/** Scripts that Tesseract reads sign by sign, with imprecise boxes. */
export const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Languages whose data are dependencies of this project (packages `@tesseract.js-data/<language>`). */
export const OCR_LANGUAGES: readonly string[] = [
  ...FIRST_LANGUAGES,
  ...LATIN_LANGUAGES.map(({ language }) => language),
  ...SCRIPTS.map(({ language }) => language),
];

/**
 * Names of larger data of the same packages, used once a picture's language is found: they know thousands of signs more. They do not help
 * to find the language, as they read any writing as their own.
 */
export const LARGER: Readonly<Record<string, string>> = { chi_sim: "chi_sim_large" };
