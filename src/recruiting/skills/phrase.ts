/** A skill the taxonomy does not know, found by its own words: inflected, grammar words aside, in the same order. */
import type { SkillText } from "./find-skills.ts";
import { isStopWord, LANGUAGES, type Language, stemOf } from "./stems.ts";
import { type Token, tokensOf } from "./tokens.ts";

export type PhraseMatch = { from: number; to: number; text: string; how: "name" | "inflected" | "acronym" /** 0..1. */; certainty: number };
export type Phrase = { /** How many words carry it. */ words: number; find(text: SkillText): PhraseMatch[] };

const CERTAINTY = { name: 1, inflected: 0.85, acronym: 0.7 } as const;
/** Grammar words that may stand between two words of the phrase. */
const BETWEEN_MAX = 2;
/** An acronym of fewer letters stands for too many things. */
const ACRONYM_LETTERS_MIN = 3;

export function openPhrase(name: string): Phrase {
  const inner = /\((\p{Lu}[\p{Lu}\p{N}&]{1,7})\)/u.exec(name)?.[1];
  const words = contentOf(tokensOf(name.replace(/\([^()]*\)/g, " ")));
  const acronym = inner ?? initialsOf(words);
  const folds = words.map(({ fold }) => fold);
  const stems = new Map(LANGUAGES.map((language) => [language, words.map(({ raw }) => stemOf(raw, language))]));
  return {
    words: words.length,
    find({ text, tokens, languages }) {
      const [first] = folds;
      if (first === undefined) return [];
      const matches: PhraseMatch[] = [];
      const asked: readonly Language[] = languages.length > 0 ? languages : ["en"];
      for (let at = 0; at < tokens.length; at++) {
        const match = exactly(folds, tokens, at) ?? inflected(stems, asked, tokens, at) ?? abbreviated(acronym, tokens, at);
        if (!match) continue;
        const from = tokens[at]?.from ?? 0;
        const to = tokens[match.last]?.to ?? from;
        matches.push({ from, to, text: text.slice(from, to), how: match.how, certainty: CERTAINTY[match.how] });
        at = match.last;
      }
      return matches;
    },
  };
}

type Found = { last: number; how: PhraseMatch["how"] };

function exactly(folds: readonly string[], tokens: readonly Token[], at: number): Found | null {
  const last = lastOf(folds, tokens, at, ({ fold }) => fold);
  return last === null ? null : { last, how: "name" };
}

function inflected(
  stems: ReadonlyMap<Language, string[]>,
  languages: readonly Language[],
  tokens: readonly Token[],
  at: number,
): Found | null {
  for (const language of languages) {
    const last = lastOf(stems.get(language) ?? [], tokens, at, ({ raw }) => stemOf(raw, language));
    if (last !== null) return { last, how: "inflected" };
  }
  return null;
}

function abbreviated(acronym: string | null, tokens: readonly Token[], at: number): Found | null {
  return acronym !== null && tokens[at]?.raw === acronym ? { last: at, how: "acronym" } : null;
}

/** The index of the phrase's last word when it begins at `at`. */
function lastOf(keys: readonly string[], tokens: readonly Token[], at: number, keyOf: (token: Token) => string): number | null {
  const first = tokens[at];
  if (!first || keys.length === 0 || keyOf(first) !== keys[0]) return null;
  let next = at;
  for (const key of keys.slice(1)) {
    let between = 0;
    next += 1;
    while (tokens[next]?.joined && isGrammar(tokens[next]) && between < BETWEEN_MAX) {
      next += 1;
      between += 1;
    }
    const token = tokens[next];
    if (!token?.joined || keyOf(token) !== key) return null;
  }
  return next;
}

const isGrammar = (token: Token | undefined): boolean =>
  token !== undefined && LANGUAGES.some((language) => isStopWord(token.fold, language));

function contentOf(tokens: readonly Token[]): Token[] {
  const content = tokens.filter((token) => !isGrammar(token));
  return content.length > 0 ? content : [...tokens];
}

/** "warehouse management system" is also WMS. */
function initialsOf(words: readonly Token[]): string | null {
  if (words.length < ACRONYM_LETTERS_MIN) return null;
  return words.map(({ raw }) => raw.slice(0, 1).toUpperCase()).join("");
}
