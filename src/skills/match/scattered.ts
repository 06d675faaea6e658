/** Matches a name of up to three words as verb and object: "data analysis" in "Analysed sales data of 30 shops". */
import { isStopWord, STEMMED_LANGUAGES, type StemmedLanguage } from "#language/stems.ts";
import { type Token, tokensOf } from "#language/tokens.ts";
import { AND, BARRIERS, isTransparent, LINKS } from "./grammar.ts";
import { breaksBefore, commaBefore, hasVerbForm, isHead, isVerb, objectAfter, type ParsedStatement } from "./statement.ts";
import { isDeedNoun, rootOf } from "./word-families.ts";

/** Offsets in the text, in UTF-16 units; `to` is exclusive. */
export type ScatteredMatch = { from: number; to: number };
export type Scattered = { find(statement: ParsedStatement): ScatteredMatch[] };

type Pattern = {
  folds: readonly string[];
  roots: Readonly<Record<StemmedLanguage, readonly string[]>>;
  /** The very words that were asked for: they may also be apart, in their order, without a verb. */
  asked: boolean;
  /** Languages in which its words have different roots. */
  languages: ReadonlySet<StemmedLanguage>;
};

const WORDS_MAX = 3;

/**
 * `name` as asked; when `known`, it needs two words or more, since its deeds are listed; `others` are its other English names, of which
 * only those with a noun of action are used.
 */
export function openScattered(name: readonly Token[], known: boolean, others: readonly string[]): Scattered {
  const also = [...others, ...(known ? [] : managing(name))];
  const patterns = [patternOf(name, true, known ? 2 : 1), ...also.map((other) => patternOf(tokensOf(other), false, 2))].filter(
    (each) => each !== null,
  );
  return {
    find(statement) {
      const matches: ScatteredMatch[] = [];
      for (const language of statement.languages)
        for (const pattern of patterns) if (pattern.languages.has(language)) findIn(statement, pattern, language, matches);
      return matches;
    },
  };
}

/** People who ran or led campaigns managed them. */
const MANAGING = ["running", "leading", "overseeing", "handling", "heading", "coordinating"];

function managing(name: readonly Token[]): string[] {
  if (!name.some(({ fold }) => fold === "management")) return [];
  return MANAGING.map((verb) => name.map(({ fold }) => (fold === "management" ? verb : fold)).join(" "));
}

function patternOf(tokens: readonly Token[], asked: boolean, wordsMin: number): Pattern | null {
  const content = tokens.filter(({ fold }) => !STEMMED_LANGUAGES.some((language) => isStopWord(fold, language)));
  if (content.length < wordsMin || content.length > WORDS_MAX) return null;
  if ((!asked || content.length === 1) && !content.some(({ fold }) => isDeedNoun(fold))) return null;
  const roots = (language: StemmedLanguage) => content.map(({ raw }) => rootOf(raw, language));
  const all = { en: roots("en"), de: roots("de"), fr: roots("fr"), es: roots("es") };
  const possible: readonly StemmedLanguage[] = asked && content.length > 1 ? STEMMED_LANGUAGES : ["en"];
  const languages = new Set(possible.filter((language) => new Set(all[language]).size === content.length));
  return { folds: content.map(({ fold }) => fold), asked, roots: all, languages };
}

function findIn(statement: ParsedStatement, pattern: Pattern, language: StemmedLanguage, matches: ScatteredMatch[]): void {
  const roots = pattern.roots[language];
  const places = statement.places(language);
  for (const root of roots) if (!places.has(root)) return;
  for (const [index, root] of roots.entries())
    for (const at of places.get(root) ?? []) {
      const last =
        done(statement, pattern, language, index, at) ??
        (pattern.asked && index === 0 && roots.length > 1 && isSure(statement, language) ? inOrder(statement, roots, language, at) : null);
      const from = statement.tokens[at]?.from ?? 0;
      if (last !== null) matches.push({ from, to: statement.tokens[last]?.to ?? from });
    }
}

const isSure = ({ sure }: ParsedStatement, language: StemmedLanguage): boolean => language === "en" || sure;

/** Matches the word at `at` as the deed and the others as its object, in any order. */
function done(
  statement: ParsedStatement,
  { folds, roots, asked }: Pattern,
  language: StemmedLanguage,
  index: number,
  at: number,
): number | null {
  // "Trains and trams": a bare form alone is as likely a noun.
  if (folds.length === 1 && language === "en" && !hasVerbForm(statement.tokens[at]) && AND.has(statement.tokens[at + 1]?.fold ?? ""))
    return null;
  if (!isDeed(statement, folds[index] ?? "", language, at)) return null;
  const missing = new Set(roots[language].filter((_, other) => other !== index));
  const tokenRoots = statement.roots(language);
  let last: number | null = at;
  while (missing.size > 0 && last !== null) {
    last = objectAfter(statement, language, last, (next) => missing.has(tokenRoots[next] ?? "") && !isHalf(statement.tokens, next), false);
    if (last !== null) missing.delete(tokenRoots[last] ?? "");
  }
  return last === null || asked || isHead(statement, last) ? last : null;
}

/** "Time" in "full-time". */
const isHalf = (tokens: readonly Token[], at: number): boolean => isHyphen(tokens[at]?.gap) || isHyphen(tokens[at + 1]?.gap);
const isHyphen = (gap: string | undefined): boolean => gap === "-";

/** A verb, or the noun of a deed followed by "of". The name's own noun does not count: "Data from the analysis". */
function isDeed(statement: ParsedStatement, asked: string, language: StemmedLanguage, at: number): boolean {
  const { tokens } = statement;
  const fold = tokens[at]?.fold ?? "";
  const linked =
    LINKS[language].has(tokens[at + 1]?.fold ?? "") ||
    (AND.has(tokens[at + 1]?.fold ?? "") && LINKS[language].has(tokens[at + 3]?.fold ?? ""));
  if (language !== "en") return linked || (fold !== asked && isSure(statement, language));
  if (!isDeedNoun(asked) && !/(?:ed|ing)$/.test(fold)) return false;
  return linked || ((fold !== asked || fold.endsWith("ing")) && isVerb(tokens, at));
}

const BETWEEN_MAX = 2;

/** All words in the order of the name, with few words and no preposition between them. */
function inOrder(statement: ParsedStatement, roots: readonly string[], language: StemmedLanguage, at: number): number | null {
  const { tokens } = statement;
  const tokenRoots = statement.roots(language);
  let last = at;
  for (const root of roots.slice(1)) {
    let between = 0;
    let next = last + 1;
    for (; tokenRoots[next] !== root; next++) {
      const token = tokens[next];
      if (!token || breaksBefore(token) || commaBefore(token) || BARRIERS[language].has(token.fold)) return null;
      if (!isTransparent(token.fold, language)) between += 1;
      if (between > BETWEEN_MAX) return null;
    }
    if (breaksBefore(tokens[next]) || commaBefore(tokens[next])) return null;
    last = next;
  }
  return last;
}
