/** The level at which a person says they speak a language. */
import { anyOf, asWord } from "#language/phrases.ts";
import { LANGUAGE_LEVELS } from "./rules.ts";

/** Words for the levels of the Common European Framework of Reference; the first one after the language's name is used. */
const WORDS: readonly [keyof typeof LANGUAGE_LEVELS, RegExp][] = [
  ["native", new RegExp(`${asWord(anyOf("scoring", "level_native"))}|${anyOf("scoring", "level_native_unspaced")}`, "iu")],
  ["c2", new RegExp(asWord(`(?:c2|${anyOf("scoring", "level_c2")})`), "iu")],
  ["c1", new RegExp(`${asWord(`(?:c1|${anyOf("scoring", "level_c1")})`)}|${anyOf("scoring", "level_c1_unspaced")}`, "iu")],
  ["b2", new RegExp(asWord(`(?:b2|${anyOf("scoring", "level_b2")})`), "iu")],
  ["b1", new RegExp(asWord(`(?:b1|${anyOf("scoring", "level_b1")})`), "iu")],
  ["a2", new RegExp(asWord(`(?:a2|${anyOf("scoring", "level_a2")})`), "iu")],
  ["a1", new RegExp(asWord(`(?:a1|${anyOf("scoring", "level_a1")})`), "iu")],
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
