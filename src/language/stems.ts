/** Reduces words to the stem of their inflected forms, by Snowball's stemmers. */

import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { BoundedMap, memo } from "#contract/memo.ts";
import { foldWord, type Token } from "./tokens.ts";
import { languageOf } from "./words.ts";

/** Languages with a stemmer. */
export const STEMMED_LANGUAGES = ["en", "de", "fr", "es"] as const;
export type StemmedLanguage = (typeof STEMMED_LANGUAGES)[number];

const STEMMERS: Record<StemmedLanguage, (word: string) => string> = { en: english, de: german, fr: french, es: spanish };
const KEPT_MAX = 20_000;
const WORD_CHARS_MAX = 40;

type ReadWord = (word: string, language: StemmedLanguage) => string;

/** Keeps KEPT_MAX words of each language. */
export function memoByLanguage(read: ReadWord): ReadWord {
  const words = memo((language: StemmedLanguage) => memo((word: string) => read(word, language), new BoundedMap(KEPT_MAX)));
  return (word, language) => words(language)(word);
}

/** Two words with one stem are forms of one word. */
export const stemOf = memoByLanguage((word, language) =>
  word.length > WORD_CHARS_MAX ? foldWord(word) : stemmed(word.toLowerCase().replaceAll("\u00ad", ""), language),
);

function stemmed(word: string, language: StemmedLanguage): string {
  if (language === "en") return englishStem(foldWord(word));
  return foldWord(STEMMERS[language](language === "de" ? withoutCompoundTail(word) : word));
}

/**
 * Porter's stems join words that only share a root ("communicate" and "community", "integrate" and "integrity"): words with one of these
 * suffixes of qualities or persons are kept apart.
 */
const QUALITY = /(it(?:y|ies)|ives?|ively|al|ally|ous|isms?|ists?|ence|ance|ency|able|ible|ful|ics?)$/;
const BRITISH: readonly (readonly [RegExp, string])[] = [
  [/is(ation|ations|ing|ed|er|ers|e|es)$/, "iz$1"],
  [/(behavi|lab|col|fav|harb)our/, "$1or"],
  [/(cent)re(s?)$/, "$1er$2"],
  [/(licen)ce/, "$1se"],
  [/(program)me/, "$1"],
  [/ll(ing|ed|er)$/, "l$1"],
];
/** Words whose stem is that of another word. */
const APART = new Set([
  "production",
  "productions",
  "organization",
  "organizations",
  "station",
  "stations",
  "university",
  "universities",
  "news",
]);

/** Irregular past forms, mapped to regular ones that the stemmer joins with their verb. */
const REGULAR: ReadonlyMap<string, string> = new Map([
  ["taught", "teached"],
  ["wrote", "writed"],
  ["written", "writed"],
  ["sold", "selled"],
  ["built", "builded"],
  ["drove", "drived"],
  ["driven", "drived"],
  ["bought", "buyed"],
  ["drew", "drawed"],
  ["drawn", "drawed"],
  ["sewn", "sewed"],
  ["spoke", "speaked"],
  ["spoken", "speaked"],
]);

function englishStem(word: string): string {
  let plain = REGULAR.get(word) ?? word;
  for (const [pattern, spelling] of BRITISH) plain = plain.replace(pattern, spelling);
  if (APART.has(plain)) return plain.replace(/(?<!s)s$/, "");
  const quality = QUALITY.exec(plain)?.[1];
  const stem = STEMMERS.en(plain);
  return quality === undefined ? stem : `${stem}~${quality.slice(0, 2)}`;
}

/** Endings of a verb's derivatives: doing it, having done it, the action. */
const ACTION = /(ing|ed|ions?|ments?|ates?|izes?|ify|ifies)$/;
const ENDING: Record<StemmedLanguage, RegExp> = { en: /(e?s)$/, de: /(?!)/, fr: /(es|e|s|x)$/, es: /(es|as|os|a|o|s)$/ };

/**
 * The stem of a word that stands alone, closer to it than `stemOf`: "negotiated" matches negotiation, but "type" not typing and "contain"
 * not container.
 */
export const soloStemOf = memoByLanguage((word, language) => {
  const stem = stemOf(word, language);
  if (language === "de") return stem;
  const fold = language === "en" ? (REGULAR.get(foldWord(word)) ?? foldWord(word)) : foldWord(word);
  if (language === "en" && ACTION.test(stem.includes("~") ? "" : fold.replace(/is(e[ds]?|ing|ations?)$/, "iz$1"))) return `${stem}~action`;
  return `=${fold.replace(ENDING[language], "")}`;
});

/** "Englischkenntnisse" is about Englisch. */
const withoutCompoundTail = (word: string): string =>
  word.replace(/(?<=\p{L}{4})(?:s?kenntnis(?:se|sen)?|s?erfahrung(?:en)?|s?fähigkeit(?:en)?)$/u, "");

const stopWordsOf = (language: StemmedLanguage): ReadonlySet<string> => new Set(languageOf(language).stop_words?.map(foldWord));
const STOP_WORDS: Record<StemmedLanguage, ReadonlySet<string>> = {
  en: stopWordsOf("en"),
  de: stopWordsOf("de"),
  fr: stopWordsOf("fr"),
  es: stopWordsOf("es"),
};

export const isStopWord = (fold: string, language: StemmedLanguage): boolean => STOP_WORDS[language].has(fold);

/** Tokens from the beginning of the text. */
const LANGUAGE_TOKENS_MAX = 2_000;

/** The languages a text is written in, likeliest first: those with at least half the grammar words of the first. Empty for a bare list. */
export function languagesOf(tokens: readonly Token[]): StemmedLanguage[] {
  const counts = STEMMED_LANGUAGES.map((language) => ({ language, count: 0 }));
  for (const { fold } of tokens.slice(0, LANGUAGE_TOKENS_MAX))
    for (const each of counts) if (STOP_WORDS[each.language].has(fold)) each.count += 1;
  const ranked = counts.toSorted((a, b) => b.count - a.count);
  const most = ranked[0]?.count ?? 0;
  return most < 2 ? [] : ranked.filter(({ count }) => count * 2 > most).map(({ language }) => language);
}
