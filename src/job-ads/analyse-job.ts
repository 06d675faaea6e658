/** Analyses a job ad's text: title, required skills and interview questions. Rules only: the same text gives the same answer. */

import { LIMITS } from "#contract/limits.ts";
import type { SkillKind } from "#contract/recruiting/skill.ts";
import { languagesOf } from "#language/stems.ts";
import { tokensOf } from "#language/tokens.ts";
import { candidatesOf, type SkillCandidate } from "./candidates.ts";
import { demandsTrait, isProtectedSkill, protectedWarning } from "./protected.ts";
import { questionsOf } from "./questions/questions.ts";
import { rankSkills, SKILLS_MIN } from "./rank.ts";
import { type AdStatement, adStatementsOf } from "./statements.ts";
import { titleOf } from "./title/title.ts";

/** `evidence`: the words of the ad as printed, where the name is another form of them. */
export type JobSkill = { name: string; type: SkillKind; required: boolean; evidence?: string };
export type JobAnalysis = {
  /** The title, or empty with the warning `title_not_found`. */
  name: string;
  /** 2 to 5, most likely first, in the ad's own words, names unique ignoring case. */
  required_skills: JobSkill[];
  /** 2 to 5, in the ad's language if that is English, German, French or Spanish; else in English. */
  interview_questions: string[];
  warnings: JobWarning[];
};
export type JobWarning = { code: "title_not_found" | "text_cut" | "skills_removed" | "protected_subject"; message: string };

/** The text names fewer than two skills. Nothing is invented instead. */
export class TooLittleText extends Error {
  override readonly name = "TooLittleText";
}

/** `text` is plain text, with or without line breaks. @throws {TooLittleText} */
export function analyseJob(text: string): JobAnalysis {
  const read = text.slice(0, LIMITS.recruitingTextCharactersMax);
  const languages = languagesOf(tokensOf(read));
  const statements = adStatementsOf(read);
  const candidates = candidatesOf(statements, languages);
  const allowed = candidates.flatMap(withoutProtected);
  const skills = rankSkills(allowed);
  if (skills.length < SKILLS_MIN)
    throw new TooLittleText(`Found ${skills.length === 1 ? "1 skill" : `${skills.length} skills`}; at least ${SKILLS_MIN} are needed.`);
  const name = titleOf(read);
  const warnings: JobWarning[] = [];
  if (name === "") warnings.push({ code: "title_not_found", message: "The text does not say what the job is called." });
  const refused = protectedWarning(candidates.length - allowed.length, statements.some(demandsTraitIn));
  if (refused) warnings.push(refused);
  if (read.length < text.length)
    warnings.push({ code: "text_cut", message: `Only the first ${LIMITS.recruitingTextCharactersMax} characters were read.` });
  return {
    name,
    required_skills: skills.map(({ name, type, required, evidence }) => ({
      name,
      type,
      required,
      ...(evidence === undefined ? {} : { evidence }),
    })),
    interview_questions: questionsOf(skills, name, languages[0] ?? "en"),
    warnings,
  };
}

function withoutProtected({ kind, namings }: SkillCandidate): SkillCandidate[] {
  const allowed = namings.filter(({ text }) => !isProtectedSkill(text));
  return allowed.length === 0 ? [] : [{ kind, namings: allowed }];
}

/** Parts in which an ad says whom it wants. */
const WANTING: ReadonlySet<string> = new Set(["intro", "tags", "requirements", "wishes"]);

const demandsTraitIn = ({ part, text }: AdStatement): boolean => WANTING.has(part) && demandsTrait(text);
