/** Names that count only for the skill that is asked for, and phrases in which its name has another meaning. */

import { type Token, tokensOf } from "#language/tokens.ts";
import type { KnownSkill } from "#skills/taxonomy.ts";
import type { ParsedStatement } from "./statement.ts";

/** Offsets in the text, in UTF-16 units; `to` is exclusive. */
export type Range = { from: number; to: number };
/** Both are empty for a skill that the taxonomy does not know. */
export type AskedNames = { asked(statement: ParsedStatement): readonly Range[]; not(statement: ParsedStatement): readonly Range[] };

export function openAskedNames(skill: KnownSkill | null): AskedNames {
  return { asked: finderOf(skill?.asked ?? []), not: finderOf(skill?.not ?? []) };
}

const NOTHING: readonly Range[] = [];

function finderOf(names: readonly string[]): (statement: ParsedStatement) => readonly Range[] {
  const phrases = names.map((name) => tokensOf(name));
  if (phrases.length === 0) return () => NOTHING;
  return (statement) => {
    const { tokens } = statement;
    const found: Range[] = [];
    for (const phrase of phrases)
      for (const at of statement.folds().get(phrase[0]?.fold ?? "") ?? []) {
        if (!standsAt(phrase, tokens, at)) continue;
        const from = tokens[at]?.from ?? 0;
        found.push({ from, to: tokens[at + phrase.length - 1]?.to ?? from });
      }
    return found;
  };
}

/** Names with a capital are compared case-sensitively. */
function standsAt(words: readonly Token[], tokens: readonly Token[], at: number): boolean {
  return words.every((word, step) => {
    const token = tokens[at + step];
    if (!token || (step > 0 && !token.joined)) return false;
    return word.raw === word.raw.toLowerCase() ? token.fold === word.fold : token.raw === word.raw;
  });
}

export const overlaps = (a: Range, b: Range): boolean => a.from < b.to && b.from < a.to;
