/** The level at which a person says they speak a language. */
import { anyOf } from "#language/phrases.ts";
import { LANGUAGE_LEVELS } from "./rules.ts";

/** Words for the levels of the Common European Framework of Reference; the first one after the language's name is used. */
const WORDS: readonly [keyof typeof LANGUAGE_LEVELS, RegExp][] = [
  ["native", new RegExp(`\\b${anyOf("scoring", "level_native")}\\b|${anyOf("scoring", "level_native_unspaced")}`, "iu")],
  ["c2", new RegExp(`\\bc2\\b|\\b${anyOf("scoring", "level_c2")}\\b`, "iu")],
  ["c1", new RegExp(`\\bc1\\b|\\b${anyOf("scoring", "level_c1")}\\b|${anyOf("scoring", "level_c1_unspaced")}`, "iu")],
  ["b2", new RegExp(`\\bb2\\b|\\b${anyOf("scoring", "level_b2")}\\b`, "iu")],
  ["b1", new RegExp(`\\bb1\\b|\\b${anyOf("scoring", "level_b1")}\\b`, "iu")],
  ["a2", new RegExp(`\\ba2\\b|\\b${anyOf("scoring", "level_a2")}\\b`, "iu")],
  ["a1", new RegExp(`\\ba1\\b|\\b${anyOf("scoring", "level_a1")}\\b`, "iu")],
];
const BEHIND_CHARACTERS = 40;
const BEFORE_CHARACTERS = 20;

/** The highest level of all mentions. */
export function languageLevelOf(mentions: readonly { text: string; from: number; to: number }[]): { value: number; name: string } {
  const levels = mentions.map(({ text, from, to }) => {
    const behind = text.slice(to, to + BEHIND_CHARACTERS).split(/[,;|•\n]\s{0,2}(?=\p{Lu})/u)[0] ?? "";
    return levelIn(behind) ?? levelIn(text.slice(Math.max(0, from - BEFORE_CHARACTERS), from)) ?? "unknown";
  });
  const named = levels.filter((level) => level !== "unknown").sort((a, b) => LANGUAGE_LEVELS[b] - LANGUAGE_LEVELS[a])[0] ?? "unknown";
  return { value: LANGUAGE_LEVELS[named], name: named };
}

function levelIn(text: string): keyof typeof LANGUAGE_LEVELS | null {
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
