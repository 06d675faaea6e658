/** Which OCR data are read with when: some first, others once the page turned out to be in another language or script. */
import { languageOf } from "#language/words.ts";

/** What every picture is read with first. */
export const FIRST_LANGUAGES = ["eng", "deu", "fra"] as const;

const frequentWords = (code: string): readonly string[] => languageOf(code).ocr?.frequent_words ?? [];

/** Which of them a page is in, by its frequent words: large type of a page in one language is read best in that. */
export const MARKED_FIRST = [
  { language: "deu", words: frequentWords("de") },
  { language: "fra", words: frequentWords("fr") },
] as const;

/** English has no marks. */
export const UNMARKED = [{ language: "eng", words: frequentWords("en") }] as const;

/** Letters with marks that texts in these languages have, names from abroad aside. */
export const MARKS: Readonly<Record<string, string>> = {
  deu: "äöüßé",
  fra: "àâæçéèêëîïôœùûüÿ",
  spa: "áéíñóúüªº¿¡",
  por: "áâãàçéêíóôõúªº",
};

/** Latin letters with marks of their own; the words are frequent ones that English, German and French do not have. */
export const LATIN_LANGUAGES = [
  { language: "spa", words: frequentWords("es") },
  { language: "por", words: frequentWords("pt") },
  { language: "pol", words: frequentWords("pl") },
  { language: "tur", words: frequentWords("tr") },
  { language: "vie", words: frequentWords("vi") },
  { language: "isl", words: frequentWords("is") },
] as const;

/**
 * Other scripts, in the order of trial; Thai is last, as other writing looks like it most. `letters` are its own. The data of Kazakh hold every letter of Russian, whose own are not to be had as a package.
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

/** Scripts that Tesseract reads sign by sign, with rough places. */
export const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Languages whose data are dependencies of this project (packages `@tesseract.js-data/<language>`). */
export const OCR_LANGUAGES: readonly string[] = [
  ...FIRST_LANGUAGES,
  ...LATIN_LANGUAGES.map(({ language }) => language),
  ...SCRIPTS.map(({ language }) => language),
];

/**
 * Names of larger data of the same packages, for reading a picture once its language is found: they know thousands of signs more. For
 * finding it they are no use, as they take any writing for their own.
 */
export const LARGER: Readonly<Record<string, string>> = { chi_sim: "chi_sim_large" };
