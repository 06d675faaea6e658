/**
 * Protected subjects: age, family, health, origin, religion, gender, orientation, politics, union. A trait of the applicant is protected, a
 * field of work is not: "unmarried" and "Christian faith", but not "family law" and "religious studies".
 */

import { anyOfEach, asWord } from "#language/phrases.ts";

type List = "traits" | "subjects" | "qualifiers" | "questions";

function patternsOf(list: List, flags: string): RegExp[] {
  const patterns: RegExp[] = [];
  for (const group of anyOfEach("job_ads", `protected_${list}`)) patterns.push(new RegExp(asWord(group), flags));
  for (const group of anyOfEach("job_ads", `protected_${list}_unspaced`)) patterns.push(new RegExp(group, flags));
  return patterns;
}

/** What only an applicant can be: "native speaker", "under 35 years old". */
const TRAITS = patternsOf("traits", "iu");
const QUESTIONS = patternsOf("questions", "iu");
const COVERED = [...patternsOf("traits", "giu"), ...patternsOf("subjects", "giu")];
const QUALIFIERS = patternsOf("qualifiers", "giu");
/** Any other word makes a field of work of it; a letter or two are small words and endings. */
const OTHER_WORD = /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Whether the text demands such a trait, whatever else it says. */
export const demandsTrait = (text: string): boolean => TRAITS.some((trait) => trait.test(text));

/** Whether a skill's name is a trait, or names a subject ("marital status", "good health") and no field of work. */
export function isProtectedSkill(name: string): boolean {
  if (demandsTrait(name)) return true;
  const rest = without(name, COVERED);
  return rest !== name && !OTHER_WORD.test(without(rest, QUALIFIERS));
}

const without = (text: string, patterns: readonly RegExp[]): string => patterns.reduce((rest, pattern) => rest.replace(pattern, " "), text);

/** Whether a question asks the applicant about such a subject. */
export const isProtectedQuestion = (question: string): boolean =>
  QUESTIONS.some((asking) => asking.test(question)) || demandsTrait(question);

/** For what was left out or stands in the ad; null where there is nothing of it. */
export function protectedWarning(leftOut: number, isDemanded: boolean): { code: "protected_subject"; message: string } | null {
  if (leftOut === 0 && !isDemanded) return null;
  const what = "age, family, health, origin, religion or another protected subject";
  const message =
    leftOut === 0
      ? `The ad asks for traits of ${what}; they are no skills.`
      : `Skills or questions about ${what} were left out: ${leftOut}.`;
  return { code: "protected_subject", message };
}
