/** Two to five interview questions: one per leading skill from the ad's own words, one scenario, one about past behaviour. */

import { demandsTrait, isProtectedQuestion, isProtectedSkill } from "#job-ads/protected.ts";
import type { RankedSkill } from "#job-ads/rank.ts";
import type { AdStatement } from "#job-ads/statements.ts";
import { wordingOf } from "#job-ads/wording.ts";
import { anyOf, asWord } from "#language/phrases.ts";
import type { StemmedLanguage } from "#language/stems.ts";
import { type QuestionForms, questionForms } from "./question-forms.ts";

const SKILL_QUESTIONS_MAX = 3;

/**
 * In the ad's language. Only skills and work are asked about: a sentence near a protected subject is not quoted, and the templates
 * name none. The same ad gives the same questions.
 */
export function questionsOf(skills: readonly RankedSkill[], title: string, language: StemmedLanguage): string[] {
  const forms = questionForms(language);
  const quoted = new Set<string>();
  const askable = skills.filter(({ name }) => !isProtectedQuestion(name));
  const questions = askable.slice(0, SKILL_QUESTIONS_MAX).map((skill, at) => skillQuestion(skill, forms, at, quoted));
  // What a task can depend on: technical and process skills before licences and languages.
  const crafts = askable.filter(({ type }) => type === "technical" || type === "process");
  const scenario = crafts[0] ?? askable[0];
  const past = askable.find(({ type }) => type === "soft skill") ?? crafts.at(-1) ?? askable.at(-1);
  questions.push(forms.scenario(plainName(scenario?.name ?? forms.work), isProtectedSkill(title) ? "" : title));
  questions.push(forms.behaviour(plainName(past?.name ?? forms.work)));
  return [...new Set(questions)];
}

/** `quoted`: the sentences that earlier questions repeat. */
function skillQuestion(skill: RankedSkill, forms: QuestionForms, at: number, quoted: Set<string>): string {
  const name = plainName(skill.name);
  for (const { statement } of skill.namings.slice(0, NAMINGS_MAX)) {
    const quote = quoteOf(statement);
    if (quote === null || quoted.has(quote) || quote.toLowerCase() === name.toLowerCase()) continue;
    quoted.add(quote);
    return forms.quoted(quote, name, at);
  }
  return forms.plain(skill.type, name, at);
}

/** Maximum number of sentences tried. */
const NAMINGS_MAX = 6;

const plainName = (name: string): string => name.replace(/\s+/g, " ").trim();

/** Length limits of a quoted sentence, in characters. */
const QUOTE_CHARS_MIN = 25;
const QUOTE_CHARS_MAX = 220;

/** The employer speaking about itself. */
const OF_THE_COMPANY = new RegExp(
  `(?<![\\p{L}])(?:${anyOf("job_ads", "company_speaks")}|${anyOf("job_ads", "company_in_a_case")})(?![\\p{L}])`,
  "iu",
);

/** A whole sentence that addresses the candidate and is fit to be quoted, or null. */
function quoteOf({ text, bullet, part }: AdStatement): string | null {
  if (part === "tags" || part === "facts" || part === "company" || (!bullet && wordingOf(text) === "plain")) return null;
  const sentence = text
    .replace(/\s+/g, " ")
    .replace(/[“”„"«»]/g, "'")
    .replace(/^[^:]{3,60}:\s*(?=\p{Lu}.{24})/u, "")
    .replace(/^[\s,;:•*–-]+|(?<![\s,;:•*.!–-])[\s,;:•*.!–-]+$/g, "");
  if (sentence.length < QUOTE_CHARS_MIN || sentence.length > QUOTE_CHARS_MAX) return null;
  if (/<[A-Z_]+>|[?•]|https?:|@|\(\s*e\.g$|[.!:]\p{Lu}|\.\s/u.test(sentence) || OF_THE_COMPANY.test(sentence) || mayBeProtected(sentence))
    return null;
  const open = (sentence.match(/\(/g) ?? []).length;
  return open === (sentence.match(/\)/g) ?? []).length ? sentence : null;
}

/** Words that are used about protected subjects. A sentence with one of them is not quoted, even when it is harmless. */
const PROTECTED = new RegExp(asWord(`(?:${anyOf("job_ads", "protected")}|m/f\\w*)`), "iu");

const mayBeProtected = (text: string): boolean => PROTECTED.test(text) || demandsTrait(text);
