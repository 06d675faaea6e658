/** Finds a skill by its own words: without grammar words, in the same order, and inflected when the taxonomy does not know it. */

import { isStopWord, STEMMED_LANGUAGES, type StemmedLanguage, soloStemOf, stemOf } from "#language/stems.ts";
import { foldWord, type Token, tokensOf } from "#language/tokens.ts";
import type { SkillText } from "./find-skills.ts";
import { BARRIERS } from "./match/grammar.ts";
import { type ParsedStatement, parsedStatementOf } from "./match/statement.ts";

export type PhraseMatch = { from: number; to: number; text: string; how: "name" | "inflected" | "acronym" /** 0..1. */; certainty: number };
export type PhraseMatcher = { find(text: SkillText): PhraseMatch[] };

const CERTAINTY = { name: 1, inflected: 0.85, acronym: 0.7 } as const;
/** Maximum number of grammar words between two words of the phrase. */
const BETWEEN_MAX = 2;
/** Shorter acronyms are ambiguous. */
const ACRONYM_LETTERS_MIN = 3;

/** `exact`: uninflected only, and not for a name of a single word. */
export function openPhrase(name: string, exact: boolean): PhraseMatcher {
  const inner = /\((\p{Lu}[\p{Lu}\p{N}&]{1,7})\)/u.exec(name)?.[1];
  const words = contentOf(tokensOf(name.replace(/\([^()]*\)/g, " ")));
  const acronym = inner ?? initialsOf(words);
  const folds = words.map(({ fold }) => fold);
  const stems = new Map(STEMMED_LANGUAGES.map((language) => [language, words.map(({ raw }) => stemOf(raw, language))]));
  const within = new Set(tokensOf(name).map(({ fold }) => fold));
  return {
    find(read) {
      const [first] = folds;
      if (first === undefined || (exact && folds.length < 2)) return [];
      const { text, tokens, languages } = read;
      const asked: readonly StemmedLanguage[] = exact ? [] : languages.length > 0 ? languages : ["en"];
      const matches: PhraseMatch[] = [];
      for (const at of startsOf(parsedStatementOf(read), first, stems, asked, exact ? null : acronym)) {
        const found =
          exactly(folds, within, tokens, at) ??
          inflected(stems, within, asked, tokens, at) ??
          (exact ? null : abbreviated(acronym, tokens, at));
        if (!found || isPlural(words, tokens[at])) continue;
        const from = tokens[at]?.from ?? 0;
        if (from < (matches.at(-1)?.to ?? 0)) continue;
        const to = tokens[found.last]?.to ?? from;
        matches.push({ from, to, text: text.slice(from, to), how: found.how, certainty: CERTAINTY[found.how] });
      }
      return matches;
    },
  };
}

/** Where a match may begin, ascending. */
function startsOf(
  statement: ParsedStatement,
  first: string,
  stems: ReadonlyMap<StemmedLanguage, string[]>,
  languages: readonly StemmedLanguage[],
  acronym: string | null,
): readonly number[] {
  const folds = statement.folds();
  const lists = [folds.get(first), ...languages.map((language) => statement.stems(language).get(stems.get(language)?.[0] ?? ""))];
  if (acronym !== null) lists.push(folds.get(foldWord(acronym)));
  const found = lists.filter((list) => list !== undefined);
  return found.length < 2 ? (found[0] ?? NOWHERE) : [...new Set(found.flat())].sort((a, b) => a - b);
}

const NOWHERE: readonly number[] = [];

/** "Paintings" and "trains" share a stem with painting and training but are plurals of other nouns. */
function isPlural(words: readonly Token[], token: Token | undefined): boolean {
  const [word] = words;
  if (words.length !== 1 || !word?.fold.endsWith("ing") || !token?.fold.endsWith("s")) return false;
  return soloStemOf(word.raw, "en") !== soloStemOf(token.raw, "en");
}

type Found = { last: number; how: PhraseMatch["how"] };

function exactly(folds: readonly string[], within: ReadonlySet<string>, tokens: readonly Token[], at: number): Found | null {
  const last = lastOf(folds, within, tokens, at, ({ fold }) => fold);
  return last === null ? null : { last, how: "name" };
}

function inflected(
  stems: ReadonlyMap<StemmedLanguage, string[]>,
  within: ReadonlySet<string>,
  languages: readonly StemmedLanguage[],
  tokens: readonly Token[],
  at: number,
): Found | null {
  for (const language of languages) {
    const last = lastOf(stems.get(language) ?? [], within, tokens, at, ({ raw }) => stemOf(raw, language));
    if (last !== null) return { last, how: "inflected" };
  }
  return null;
}

function abbreviated(acronym: string | null, tokens: readonly Token[], at: number): Found | null {
  return acronym !== null && tokens[at]?.raw === acronym ? { last: at, how: "acronym" } : null;
}

/** The index of the phrase's last word when it begins at `at`. */
function lastOf(
  keys: readonly string[],
  within: ReadonlySet<string>,
  tokens: readonly Token[],
  at: number,
  keyOf: (token: Token) => string,
): number | null {
  const first = tokens[at];
  if (!first || keys.length === 0 || keyOf(first) !== keys[0]) return null;
  let next = at;
  for (const key of keys.slice(1)) {
    let between = 0;
    next += 1;
    while (tokens[next]?.joined && isBetween(tokens[next], within) && between < BETWEEN_MAX) {
      next += 1;
      between += 1;
    }
    const token = tokens[next];
    if (!token?.joined || keyOf(token) !== key) return null;
  }
  return next;
}

/** Prepositions only when the name has them: "data for the analysis" is not data analysis. */
const isBetween = (token: Token | undefined, within: ReadonlySet<string>): boolean =>
  isGrammar(token) &&
  token !== undefined &&
  (within.has(token.fold) || !STEMMED_LANGUAGES.some((language) => BARRIERS[language].has(token.fold)));

const isGrammar = (token: Token | undefined): boolean =>
  token !== undefined && STEMMED_LANGUAGES.some((language) => isStopWord(token.fold, language));

function contentOf(tokens: readonly Token[]): Token[] {
  const content = tokens.filter((token) => !isGrammar(token));
  return content.length > 0 ? content : [...tokens];
}

/** "warehouse management system" is also WMS. */
function initialsOf(words: readonly Token[]): string | null {
  if (words.length < ACRONYM_LETTERS_MIN) return null;
  return words.map(({ raw }) => raw.slice(0, 1).toUpperCase()).join("");
}
