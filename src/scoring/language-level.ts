/** The level at which a person says they speak a language. */
import { LANGUAGE_LEVELS } from "./rules.ts";

/** Words for the levels of the Common European Framework of Reference; the first one after the language's name is used. */
const WORDS: readonly [keyof typeof LANGUAGE_LEVELS, RegExp][] = [
  [
    "native",
    /\b(?:native|mother tongue|first language|bilingual|muttersprach\w*|langue maternelle|bilingue|nativ[oa]|materna|madrelingua|moedertaal)\b|母语|母語|родной|اللغة الأم|मातृभाषा/iu,
  ],
  ["c2", /\bc2\b|\b(?:proficient|near-native|verhandlungssicher)\b/iu],
  [
    "c1",
    /\bc1\b|\b(?:fluent|advanced|full professional|fließend|fliessend|courant|avancé|fluido|avanzado|fluente|avançado|vloeiend|flüssig)\b|流利|свободно/iu,
  ],
  ["b2", /\bb2\b|\b(?:upper[- ]intermediate|professional working|very good|good|sehr gut|gut|bon niveau|bien|bueno|buono|goed)\b/iu],
  ["b1", /\bb1\b|\b(?:intermediate|conversational|limited working|working knowledge|intermédiaire|intermedio|mittelstufe)\b/iu],
  ["a2", /\ba2\b|\b(?:elementary|pre-intermediate|grundkenntnisse|élémentaire|elemental|elementare)\b/iu],
  ["a1", /\ba1\b|\b(?:beginner|basic|basics|anfänger|débutant|notions|básico|base|principiante)\b/iu],
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
