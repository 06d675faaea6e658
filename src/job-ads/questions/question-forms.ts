/** Questions by language, from its file of words. A skill's name is always in quotation marks, so that any wording fits. */

import type { SkillKind } from "#contract/recruiting/skill.ts";
import type { StemmedLanguage } from "#language/stems.ts";
import { languageOf, type QuestionTexts } from "#language/words.ts";

export type QuestionForms = {
  /** Used when no skill may be named. */
  work: string;
  /** About a sentence of the ad; `at` is the number of the question, so that no two begin alike. */
  quoted(sentence: string, skill: string, at: number): string;
  plain(kind: SkillKind, skill: string, at: number): string;
  /** `title` may be empty. */
  scenario(skill: string, title: string): string;
  behaviour(skill: string): string;
};

const turn = (forms: readonly string[], at: number): string => forms[at % forms.length] ?? "";

const PLACE = /\{(sentence|skill|title)\}/g;
const filled = (form: string, values: Readonly<Record<string, string>>): string =>
  form.replace(PLACE, (place, name: string) => values[name] ?? place);

/** In English for a language whose file has no questions. */
export function questionForms(language: StemmedLanguage): QuestionForms {
  const forms = languageOf(language).interview_questions ?? languageOf("en").interview_questions;
  if (!forms) throw new Error("no questions in English");
  return {
    work: forms.work,
    quoted: (sentence, skill, at) => filled(turn(forms.quoted, at), { sentence, skill }),
    plain: (kind, skill, at) => filled(formOf(forms, kind, at), { skill }),
    scenario: (skill, title) => filled(title === "" ? forms.scenario_without_title : forms.scenario, { skill, title }),
    behaviour: (skill) => filled(forms.behaviour, { skill }),
  };
}

function formOf(forms: QuestionTexts, kind: SkillKind, at: number): string {
  if (kind === "language") return forms.language;
  if (kind === "soft skill") return forms.soft_skill;
  return kind === "certification" ? forms.certification : turn(forms.craft, at);
}
