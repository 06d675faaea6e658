/** Analyses a job ad's text: title, required skills and interview questions. Rules only: the same text gives the same answer. */

import { LIMITS } from "#contract/limits.ts";
import type { SkillKind } from "#contract/recruiting/skill.ts";
import { languagesOf } from "#language/stems.ts";
import { tokensOf } from "#language/tokens.ts";
import { candidatesOf } from "./candidates.ts";
import { questionsOf } from "./questions/questions.ts";
import { rankSkills, SKILLS_MIN } from "./rank.ts";
import { adStatementsOf } from "./statements.ts";
import { titleOf } from "./title/title.ts";

export type JobSkill = { name: string; type: SkillKind; required: boolean };
export type JobAnalysis = {
  /** The title, or empty with the warning `title_not_found`. */
  name: string;
  /** 2 to 5, most likely first, in the ad's own words, names unique ignoring case. */
  required_skills: JobSkill[];
  /** 2 to 5, in the ad's language if that is English, German, French or Spanish; else in English. */
  interview_questions: string[];
  warnings: JobWarning[];
};
export type JobWarning = { code: "title_not_found" | "text_cut" | "skills_removed"; message: string };

/** The text names fewer than two skills. Nothing is invented instead. */
export class TooLittleText extends Error {
  override readonly name = "TooLittleText";
}

/** `text` is plain text, with or without line breaks. @throws {TooLittleText} */
export function analyseJob(text: string): JobAnalysis {
  const read = text.slice(0, LIMITS.recruitingTextCharactersMax);
  const languages = languagesOf(tokensOf(read));
  const skills = rankSkills(candidatesOf(adStatementsOf(read), languages));
  if (skills.length < SKILLS_MIN)
    throw new TooLittleText(`Found ${skills.length === 1 ? "1 skill" : `${skills.length} skills`}; at least ${SKILLS_MIN} are needed.`);
  const name = titleOf(read);
  const warnings: JobWarning[] = [];
  if (name === "") warnings.push({ code: "title_not_found", message: "The text does not say what the job is called." });
  if (read.length < text.length)
    warnings.push({ code: "text_cut", message: `Only the first ${LIMITS.recruitingTextCharactersMax} characters were read.` });
  return {
    name,
    required_skills: skills.map(({ name, type, required }) => ({ name, type, required })),
    interview_questions: questionsOf(skills, name, languages[0] ?? "en"),
    warnings,
  };
}
