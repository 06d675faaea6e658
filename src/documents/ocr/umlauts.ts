/** Corrects umlauts that were read as circumflexes: English, German and French are read with one set of data, and only French has both. */
import { languageOf } from "#language/words.ts";
import type { OcrWord } from "./ocr-engine.ts";

const distinctive = (code: string): ReadonlySet<string> => new Set(languageOf(code).ocr?.distinctive_words);
const GERMAN = distinctive("de");
const FRENCH = distinctive("fr");
const GERMAN_WORDS_MIN = 3;
const UMLAUTS: Readonly<Record<string, string>> = { ô: "ö", û: "ü", â: "ä", Ô: "Ö", Û: "Ü", Â: "Ä" };

/** German has no circumflex: in a German text each becomes an umlaut. Other texts are returned unchanged. */
export function withUmlauts(words: OcrWord[]): OcrWord[] {
  const read = new Set(words.map(({ text }) => text.toLowerCase().replace(/[^\p{L}]/gu, "")));
  const german = [...GERMAN].filter((word) => read.has(word)).length;
  if (german < GERMAN_WORDS_MIN || german <= [...FRENCH].filter((word) => read.has(word)).length) return words;
  return words.map((word) =>
    /[ôûâÔÛÂ]/.test(word.text) ? { ...word, text: word.text.replace(/[ôûâÔÛÂ]/g, (letter) => UMLAUTS[letter] ?? letter) } : word,
  );
}
