/** Whole numbers in one word, as sentences print them: "nine directors", "vierzehn Tage". */
import { toCardinal as danish } from "n2words/da-DK";
import { toCardinal as german } from "n2words/de-DE";
import { toCardinal as english } from "n2words/en-US";
import { toCardinal as spanish } from "n2words/es-ES";
import { toCardinal as french } from "n2words/fr-FR";
import { toCardinal as italian } from "n2words/it-IT";
import { toCardinal as norwegian } from "n2words/nb-NO";
import { toCardinal as dutch } from "n2words/nl-NL";
import { toCardinal as polish } from "n2words/pl-PL";
import { toCardinal as portuguese } from "n2words/pt-PT";
import { toCardinal as swedish } from "n2words/sv-SE";
import { memo, once } from "#contract/memo.ts";
import { fold } from "#language/fold.ts";

const IN_WORDS: Readonly<Record<string, (value: number) => string>> = {
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  no: norwegian,
  pl: polish,
  pt: portuguese,
  sv: swedish,
};
/** One is mostly an article, and larger numbers stand in figures. */
const [FIRST, LAST] = [2, 99];

const numbersOf = memo((language: string): ReadonlyMap<string, number> => {
  const inWords = IN_WORDS[language];
  const all = new Map<string, number>();
  if (!inWords) return all;
  for (let number = FIRST; number <= LAST; number++) {
    const word = inWords(number);
    if (!/\s/.test(word)) all.set(fold(word), number);
  }
  return all;
});

/** The number that a word is in one of the languages (ISO 639-1), the first one that has it; null for other words. */
export function numberInWord(word: string, languages: readonly string[]): number | null {
  const folded = fold(word);
  for (const language of languages) {
    const number = numbersOf(language).get(folded);
    if (number !== undefined) return number;
  }
  return null;
}

/** Folded words of all languages. */
export const numberWords = once(
  (): ReadonlySet<string> => new Set(Object.keys(IN_WORDS).flatMap((language) => [...numbersOf(language).keys()])),
);
