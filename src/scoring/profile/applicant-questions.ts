/** Three questions to one applicant, from what the résumé leaves open of the skills asked for. */
import type { Skill } from "#contract/recruiting/skill.ts";
import { isProtectedSkill } from "#job-ads/protected.ts";
import { languagesOf } from "#language/languages-of.ts";
import { LANGUAGES } from "#language/words.ts";
import type { Shown } from "#scoring/find-skill.ts";
import { PRACTICE } from "#scoring/rules.ts";

/** `shown`: what shows the skill, strongest first. */
export type AskedSkill = { asked: Skill; shown: readonly Shown[] };

const QUESTIONS_MAX = 3;
const SENTENCE_CHARACTERS_MAX = 200;
const SENTENCE_WORDS_MIN = 5;

/** In the language of the ad, or of the résumé without one, where there are words for it; else in English. What the ad requires comes first. */
export function applicantQuestions(skills: readonly AskedSkill[], text: string): string[] {
  const forms = formsFor(text);
  const open = skills
    .filter(({ asked }) => !isProtectedSkill(asked.name))
    .map((skill) => ({ ...opennessOf(skill), required: skill.asked.required, name: skill.asked.name.replace(/\s+/g, " ").trim() }))
    .sort((a, b) => Number(b.required) - Number(a.required));
  const byForm = FORMS.map((form) => open.filter((each) => each.form === form));
  const inTurn = open.flatMap((_, at) => byForm.flatMap((each) => each[at] ?? []));
  const questions = inTurn.map(({ form, name, sentence }) =>
    forms[form].replaceAll("{skill}", () => name).replaceAll("{sentence}", () => sentence),
  );
  return [...new Set(questions)].slice(0, QUESTIONS_MAX);
}

/** In the order of the questions; each form is used once before any is used again. */
const FORMS = ["listed", "missing", "implied", "told"] as const;
type Openness = { form: (typeof FORMS)[number]; sentence: string };

function opennessOf({ shown }: AskedSkill): Openness {
  const done = shown.find(({ claim }) => PRACTICE.includes(claim.place) && claim.place !== "title" && claim.place !== "work list");
  if (shown.length === 0) return { form: "missing", sentence: "" };
  if (!done) return { form: "listed", sentence: "" };
  const sentence = done.claim.text.replace(/[“”„"«»]/g, "'").replace(/(?<![.!?])[.!?]+$/, "");
  const isSentence = sentence.length <= SENTENCE_CHARACTERS_MAX && sentence.split(/\s+/).length >= SENTENCE_WORDS_MIN;
  return done.match.how === "implied" || !isSentence ? { form: "implied", sentence: "" } : { form: "told", sentence };
}

function formsFor(text: string) {
  const spoken = languagesOf(text);
  const forms =
    LANGUAGES.find(({ code, applicant_questions: words }) => words && code === spoken[0]) ?? LANGUAGES.find(({ code }) => code === "en");
  if (!forms?.applicant_questions) throw new Error("no questions in English");
  return forms.applicant_questions;
}
