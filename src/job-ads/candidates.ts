/**
 * The skills that an ad may be asking for: every known skill it names and other phrases it explicitly asks for, each with the likelihood
 * that it is wanted.
 */

import type { SkillKind } from "#contract/recruiting/skill.ts";
import type { StemmedLanguage } from "#language/stems.ts";
import { findSkills, type SkillMention } from "#skills/find-skills.ts";
import { likelihoodOf, namesPerson, signsOf } from "./likelihood.ts";
import type { AdStatement } from "./statements.ts";
import { unknownLikelihood, unknownSkillsIn } from "./unknown.ts";
import { asksIn, wishesIn, wordingOf } from "./wording.ts";

export type Naming = {
  /** The name: the ad's own words in its own case, or what a person named by them does. */
  text: string;
  /** The ad's words, when `text` differs from them. */
  evidence?: string;
  statement: AdStatement;
  /** Asked for, nice to have, or only mentioned, for example in the description of the job. */
  how: "asked" | "wished" | "named";
  /** Probability, 0..1, that the author of the ad wants the skill. */
  likelihood: number;
};
export type SkillCandidate = { kind: SkillKind; namings: Naming[] };

export function candidatesOf(statements: readonly AdStatement[], languages: readonly StemmedLanguage[]): SkillCandidate[] {
  const candidates = new Map<string, SkillCandidate>();
  const seen = new Set<string>();
  for (const statement of statements) {
    if (UNWANTED.has(statement.part) || seen.has(statement.text)) continue;
    seen.add(statement.text);
    for (const naming of namingsIn(statement, languages)) {
      const candidate = candidates.get(naming.key) ?? { kind: naming.kind, namings: [] };
      candidates.set(naming.key, candidate);
      if (candidate.namings.length < NAMINGS_MAX) candidate.namings.push(naming);
    }
  }
  return [...candidates.values()];
}

/** Maximum mentions of one skill that are used; more add nothing. */
const NAMINGS_MAX = 40;
/** Benefits, how to apply and boilerplate do not say what is wanted. */
const UNWANTED: ReadonlySet<string> = new Set(["offer", "applying", "legal"]);
/** Everything listed in these parts is asked for. */
const ASKING: ReadonlySet<string> = new Set(["requirements", "tags"]);

function namingsIn(statement: AdStatement, languages: readonly StemmedLanguage[]): (Naming & { key: string; kind: SkillKind })[] {
  const wording = wordingOf(statement.text);
  const wishes = wishesIn(statement.text);
  const asks = ASKING.has(statement.part) || asksIn(statement.text);
  const howAt = (at: number): Naming["how"] =>
    statement.part === "wishes" || wishes.some(({ from, to }) => from <= at && at < to) ? "wished" : asks ? "asked" : "named";
  const signs = signsOf(statement, wording, languages[0] !== undefined && languages[0] !== "en");
  const known = findSkills(statement.text, languages).map((mention) => ({
    key: mention.skill.name,
    kind: mention.skill.kind,
    ...nameOf(mention, languages[0] ?? "en"),
    statement,
    how: howAt(mention.from),
    likelihood: likelihoodOf(mention, statement.text, signs),
  }));
  const unknown = unknownSkillsIn(statement, languages).map((text) => ({
    key: `“${text.toLowerCase()}”`,
    kind: "technical" as const,
    text,
    statement,
    how: howAt(statement.text.indexOf(text)),
    likelihood: unknownLikelihood(statement),
  }));
  return [...known, ...unknown];
}

/** The ad's words; for a person who does something, the activity. */
function nameOf({ text, skill }: SkillMention, language: StemmedLanguage): Pick<Naming, "text" | "evidence"> {
  const words = text.replace(/\s+/g, " ");
  if (!namesPerson(words)) return { text: words };
  const activity = (language === "en" ? undefined : skill[language].find((name) => !namesPerson(name))) ?? skill.name;
  return activity === words ? { text: words } : { text: activity, evidence: words };
}
