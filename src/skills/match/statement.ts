/** A text prepared for finding deeds: roots of its words, its clauses, its verbs. Each is computed once, on first use. */
import { memo, once } from "#contract/memo.ts";
import { largest } from "#documents/long-lists.ts";
import { isStopWord, STEMMED_LANGUAGES, type StemmedLanguage, stemOf } from "#language/stems.ts";
import type { Token } from "#language/tokens.ts";
import type { SkillText } from "#skills/find-skills.ts";
import { AFTER_OBJECT, AND, BARRIERS, BEFORE_BARE_VERB, BEFORE_VERB, isTransparent, MEMBERS, NEGATIONS, PASSIVE } from "./grammar.ts";
import { isBareVerb, isIrregular, rootOf } from "./word-families.ts";

export type ParsedStatement = {
  tokens: readonly Token[];
  /** The languages of the text; all possible ones when it is too short. */
  languages: readonly StemmedLanguage[];
  /** Whether the languages are certain: otherwise words may resemble those of another language by chance. */
  sure: boolean;
  roots(language: StemmedLanguage): readonly string[];
  /** Root → indices of tokens, ascending; the next two likewise. */
  places(language: StemmedLanguage): Places;
  stems(language: StemmedLanguage): Places;
  folds(): Places;
};
type Places = ReadonlyMap<string, readonly number[]>;

export const parsedStatementOf = memo(open, new WeakMap());

function open({ tokens, languages }: SkillText): ParsedStatement {
  const roots = memo((language: StemmedLanguage) => tokens.map(({ raw }) => rootOf(raw, language)));
  return {
    tokens,
    languages: languages.length > 0 ? languages : likely(tokens),
    sure: languages.length > 0,
    roots,
    places: memo((language) => placesOf(roots(language))),
    stems: memo((language) => placesOf(tokens.map(({ raw }) => stemOf(raw, language)))),
    folds: once(() => placesOf(tokens.map(({ fold }) => fold))),
  };
}

/** Languages by a single grammar word, if there is one and no accent contradicts it. */
function likely(tokens: readonly Token[]): readonly StemmedLanguage[] {
  if (tokens.some(({ raw, fold }) => fold !== raw.toLowerCase())) return STEMMED_LANGUAGES;
  const counts = STEMMED_LANGUAGES.map((language) => tokens.reduce((sum, { fold }) => sum + (isStopWord(fold, language) ? 1 : 0), 0));
  const most = largest(counts);
  return STEMMED_LANGUAGES.filter((_, at) => counts[at] === most);
}

function placesOf(roots: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, root] of roots.entries()) {
    const known = places.get(root);
    if (known) known.push(at);
    else places.set(root, [at]);
  }
  return places;
}

const HARD = /[.;:!?•()|\n–—"“”]\s|[;:!?•()|–—"“”]|\s-\s|\n\s*\n/;
/** Whether a clause ends before this token. */
export const breaksBefore = (token: Token | undefined): boolean => token === undefined || HARD.test(token.gap);
export const commaBefore = (token: Token | undefined): boolean => token?.gap.includes(",") ?? false;

/** Maximum number of bare verbs joined by "and" that are followed back. */
const CHAIN_MAX = 3;

/**
 * Whether an English token is a verb in the active voice: in a form that only verbs have, or bare where only a verb can be; not "led by",
 * "results-driven" or "was sold".
 */
export function isVerb(tokens: readonly Token[], at: number, chain = CHAIN_MAX): boolean {
  const token = tokens[at];
  if (!token || token.gap === "-" || tokens[at + 1]?.fold === "by") return false;
  const before = tokens[at - 1];
  const starts = before === undefined || breaksBefore(token) || commaBefore(token) || (token.gap.includes("\n") && isCapital(token));
  if (starts) return hasVerbForm(token) || isBareVerb(token.fold);
  const gerund = token.fold.endsWith("ing");
  if (!gerund && PASSIVE.has(before.fold)) return false;
  if (gerund || token.fold.endsWith("ed") || isIrregular(token.fold))
    return BEFORE_VERB.has(before.fold) || before.fold.endsWith("ly") || /^\d/.test(before.fold) || (gerund && PASSIVE.has(before.fold));
  return (
    isBareVerb(token.fold) &&
    BEFORE_BARE_VERB.has(before.fold) &&
    (!AND.has(before.fold) || (chain > 0 && isVerb(tokens, at - 2, chain - 1)))
  );
}

/** "Taught by nuns" is a deed of others, "self-taught" one done alone. */
export function isPassive(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const after = tokens[at + 1];
  if (!token || !hasVerbForm(token) || token.fold.endsWith("ing")) return false;
  if (token.gap === "-" && tokens[at - 1]?.fold === "self") return true;
  return after?.fold === "by" && after.joined && !(tokens[at + 2]?.fold.endsWith("ing") ?? false);
}

export const isCapital = (token: Token): boolean => /^\p{Lu}/u.test(token.raw);
/** In English. */
export const hasVerbForm = (token: Token | undefined): boolean =>
  token !== undefined && (token.fold.endsWith("ed") || token.fold.endsWith("ing") || isIrregular(token.fold));

/** Maximum number of content words between a deed and its object. */
const REACH_WORDS = 6;
const REACH_TOKENS = 14;

/**
 * The first token after `at` that `accepts` allows and that can be its object: in the same clause, before a preposition or the next deed.
 * `commas`: continue through enumerations.
 */
export function objectAfter(
  { tokens }: ParsedStatement,
  language: StemmedLanguage,
  at: number,
  accepts: (at: number) => boolean,
  commas = true,
): number | null {
  let content = 0;
  for (let next = at + 1; next <= at + REACH_TOKENS; next++) {
    const token = tokens[next];
    if (!token || breaksBefore(token) || NEGATIONS.has(token.fold)) return null;
    const joins = AND.has(tokens[next - 1]?.fold ?? "") || commaBefore(token);
    if (content > 0 && joins && ((language === "en" && hasVerbForm(token)) || (!commas && commaBefore(token)))) return null;
    if (accepts(next)) return next;
    if (BARRIERS[language].has(token.fold)) return null;
    const chained = joins && hasVerbForm(token);
    if (!chained && !isTransparent(token.fold, language)) content += 1;
    if (content > REACH_WORDS) return null;
  }
  return null;
}

/** Like `objectAfter`, backwards: German participles come last. */
export function objectBefore(
  { tokens }: ParsedStatement,
  language: StemmedLanguage,
  at: number,
  accepts: (at: number) => boolean,
): number | null {
  for (let content = 0, next = at - 1; next >= 0 && content <= REACH_WORDS; next--) {
    if (breaksBefore(tokens[next + 1]) || NEGATIONS.has(tokens[next]?.fold ?? "")) return null;
    if (accepts(next)) return next;
    if (!isTransparent(tokens[next]?.fold ?? "", language)) content += 1;
  }
  return null;
}

/** Whether the word is not an attribute of another noun: "the team", not "team budgets". */
export function isHead({ tokens }: ParsedStatement, at: number): boolean {
  const next = tokens[at + 1];
  if (!next || breaksBefore(next) || commaBefore(next) || !/^\s+$/.test(next.gap)) return next === undefined || next.gap !== "-";
  const { fold } = next;
  return (
    BARRIERS.en.has(fold) ||
    isTransparent(fold, "en") ||
    AND.has(fold) ||
    AFTER_OBJECT.has(fold) ||
    MEMBERS.has(fold) ||
    PASSIVE.has(fold) ||
    fold.endsWith("ly") ||
    fold.endsWith("ed") ||
    fold === "to" ||
    isIrregular(fold)
  );
}
