/**
 * Guesses the languages of a sentence by its articles, prepositions and pronouns: it has too few of the words of business by which
 * language/languages-of.ts recognises a document. Also finds the articles and prepositions directly before a removed word.
 */
import { phrasesOfAll } from "#language/phrases.ts";
import { LANGUAGES } from "#language/words.ts";

const SMALL = new Set(phrasesOfAll("scoring", "blind_glue"));
const BY_WORD = new Map<string, string[]>();
for (const { code, phrases, stop_words = [] } of LANGUAGES)
  for (const word of new Set([...stop_words, ...(phrases?.scoring?.blind_glue ?? []), ...(phrases?.scoring?.blind_self ?? [])]))
    BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), code]);
const ALL = LANGUAGES.map(({ code }) => code);

/** Share of the best language's words that another one must have. */
const SHARE = 0.6;
/** With this many small words of one language, the language is certain. */
const SURE = 3;

/** ISO 639-1 codes, in no order; all of them for letters that English does not have, without enough small words to tell. */
export function languagesIn(text: string): Set<string> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu))
    for (const code of BY_WORD.get(word) ?? []) counts.set(code, (counts.get(code) ?? 0) + 1);
  let best = 1;
  for (const count of counts.values()) best = Math.max(best, count);
  if (best < SURE && /(?![a-z])\p{L}/iu.test(text)) return new Set(ALL);
  return new Set([...counts].flatMap(([code, count]) => (count >= SHARE * best ? [code] : [])));
}

/** Articles and prepositions directly before an offset: "at the" and "an der" stand for the same. At most this many. */
const SMALL_MAX = 3;
const LAST_WORD = /(?<![\p{L}\p{M}])[\p{L}\p{M}]{1,8}['’]?\s{0,2}$/u;
/** More than the longest small word and its space. */
const LOOK_BACK = 12;

export function beforeSmallWords(text: string, offset: number): number {
  let from = offset;
  for (let step = 0; step < SMALL_MAX; step++) {
    const hit = LAST_WORD.exec(text.slice(Math.max(0, from - LOOK_BACK), from));
    if (!hit || !SMALL.has(hit[0].trim().toLowerCase())) break;
    from -= hit[0].length;
  }
  return from;
}

export const isSmall = (word: string): boolean => SMALL.has(word.toLowerCase());
