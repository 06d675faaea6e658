/**
 * Protected subjects: age, family, health, origin, religion, gender, orientation, politics, union. A trait of the applicant is protected, a
 * field of work is not: "unmarried" and "Christian faith", but not "family law" and "religious studies".
 */

import { anyOfEach, asWord } from "#language/phrases.ts";

const LISTS = ["traits", "subjects", "qualifiers", "questions"] as const;
/** Traits describe only a person: "native speaker", "under 35 years old". */
const PATTERNS: Record<(typeof LISTS)[number], RegExp[]> = { traits: [], subjects: [], qualifiers: [], questions: [] };
for (const list of LISTS) {
  for (const group of anyOfEach("job_ads", `protected_${list}`)) PATTERNS[list].push(new RegExp(asWord(group), "giu"));
  for (const group of anyOfEach("job_ads", `protected_${list}_unspaced`)) PATTERNS[list].push(new RegExp(group, "giu"));
}

/** A further word that makes the name a field of work; one or two letters are articles, prepositions or endings. */
const OTHER_WORD = /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Whether the text demands such a trait, whatever else it says. */
export const demandsTrait = (text: string): boolean => hasAny(text, PATTERNS.traits);

/** Whether a skill's name is a trait, or names a subject ("marital status", "good health") and no field of work. */
export function isProtectedSkill(name: string): boolean {
  if (demandsTrait(name)) return true;
  const rest = without(without(name, PATTERNS.traits), PATTERNS.subjects);
  return rest !== name && !OTHER_WORD.test(without(rest, PATTERNS.qualifiers));
}

const hasAny = (text: string, patterns: readonly RegExp[]): boolean => patterns.some((pattern) => text.search(pattern) >= 0);

const without = (text: string, patterns: readonly RegExp[]): string => patterns.reduce((rest, pattern) => rest.replace(pattern, " "), text);

/** Whether a question asks the applicant about such a subject. */
export const isProtectedQuestion = (question: string): boolean => hasAny(question, PATTERNS.questions) || demandsTrait(question);

/** Null when nothing was left out and the ad demands no such trait. */
export function protectedWarning(leftOut: number, isDemanded: boolean): { code: "protected_subject"; message: string } | null {
  if (leftOut === 0 && !isDemanded) return null;
  const what = "age, family, health, origin, religion or another protected subject";
  const message =
    leftOut === 0
      ? `The ad asks for traits of ${what}; they are no skills.`
      : `Skills or questions about ${what} were left out: ${leftOut}.`;
  return { code: "protected_subject", message };
}
