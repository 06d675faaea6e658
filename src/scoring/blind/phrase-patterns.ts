/** Compiles each list of phrases once, as patterns by language. */
import { groupsOf, WORD_END } from "#language/phrases.ts";

/** `code`: ISO 639-1, of the language whose phrases the pattern has. */
export type OfLanguage = { code: string; pattern: RegExp };

/** Flags of each list: `y` for patterns that are tried where words begin (`rangesAt`), no `i` where capitals tell a name. */
const FLAGS = {
  blind_ages: "iuy",
  blind_beliefs: "iuy",
  blind_births: "iuy",
  blind_capitals: "uy",
  blind_commutes: "iuy",
  blind_conditions: "iuy",
  blind_conditions_of_self: "iuy",
  blind_dwells: "iuy",
  blind_dwells_in: "iuy",
  blind_family: "iuy",
  blind_feminine: "gu",
  blind_from: "iuy",
  blind_gendered: "giu",
  blind_homes: "iuy",
  blind_leaves: "iuy",
  blind_origins: "uy",
  blind_others: "iuy",
  blind_practices: "iuy",
  blind_pronouns: "uy",
  blind_schools: "uy",
  blind_self: "iuy",
  blind_titles: "uy",
} as const;
export type PhraseList = keyof typeof FLAGS;

const LISTS = Object.keys(FLAGS) as PhraseList[];
const PATTERNS = new Map<PhraseList, OfLanguage[]>();
for (const list of LISTS) {
  const patterns: OfLanguage[] = [];
  for (const { code, group } of groupsOf("scoring", list)) patterns.push({ code, pattern: new RegExp(`${group}${WORD_END}`, FLAGS[list]) });
  PATTERNS.set(list, patterns);
}

/** Patterns that end with the end of a word. */
export const patternsOf = (...lists: readonly PhraseList[]): OfLanguage[] => lists.flatMap((list) => PATTERNS.get(list) ?? []);

export const ofLanguages = (all: readonly OfLanguage[], codes: ReadonlySet<string>): RegExp[] =>
  all.flatMap(({ code, pattern }) => (codes.has(code) ? [pattern] : []));

/** Languages that are not written in Latin letters. */
const OTHER_SCRIPTS = new Set(["ar", "el", "he", "hi", "ja", "ko", "ru", "th", "uk", "zh"]);
const OTHER_LETTERS = /(?!\p{Script=Latin})\p{L}/u;

export const isInLatin = (text: string): boolean => !OTHER_LETTERS.test(text);

/** The patterns that text in Latin letters, or in any, can match. */
export const inScript = (all: readonly OfLanguage[], isLatin: boolean): RegExp[] =>
  all.flatMap(({ code, pattern }) => (isLatin && OTHER_SCRIPTS.has(code) ? [] : [pattern]));
