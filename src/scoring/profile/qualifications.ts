/** Degrees and certificates that an ad asks for, and what the résumé has of them. */
import type { Qualification } from "#contract/recruiting/profile.ts";
import { adStatementsOf } from "#job-ads/statements.ts";
import { anyOf, asWord } from "#language/phrases.ts";
import type { Claim } from "#scoring/claims.ts";
import { readSkills } from "#skills/find-skills.ts";
import { reservationOf } from "#skills/reservations.ts";
import { openMatcher } from "#skills/skill-matcher.ts";
import { evidenceOfClaim } from "./evidence.ts";

/** The highest first. */
const DEGREES = [
  new RegExp(asWord(anyOf("scoring", "degree_doctor")), "iu"),
  new RegExp(asWord(anyOf("scoring", "degree_master")), "iu"),
  new RegExp(asWord(anyOf("scoring", "degree_bachelor")), "iu"),
  new RegExp(asWord(anyOf("scoring", "degree_vocational")), "iu"),
];
const ASKED_CHARACTERS_MAX = 200;
const ASKED_MAX = 10;
/** Parts of an ad that state requirements; the company, its offer and legal notes do not. */
const ASKING: ReadonlySet<string> = new Set(["intro", "tags", "requirements", "wishes", "duties"]);

export function qualificationsOf(jobText: string, claims: readonly Claim[]): Qualification[] {
  const statements = adStatementsOf(jobText).filter(({ part }) => ASKING.has(part));
  const degrees = statements.flatMap(({ text }) => degreeIn(text, claims) ?? []);
  const named = new Set(statements.flatMap(({ text }) => certificatesIn(text)));
  const certificates = [...named].map((name) => certificateOf(name, claims));
  return [...degrees.slice(0, 1), ...certificates].slice(0, ASKED_MAX);
}

/** The lowest degree of the statement is enough: "Bachelor's degree or higher". */
function degreeIn(text: string, claims: readonly Claim[]): Qualification | null {
  const asked = DEGREES.findLastIndex((words) => words.test(text));
  if (asked < 0) return null;
  const held = claims
    .filter(({ place }) => place === "education")
    .map((claim) => ({ claim, rank: DEGREES.findIndex((words) => words.test(claim.text)) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)[0];
  return {
    kind: "degree",
    asked: text.slice(0, ASKED_CHARACTERS_MAX).toWellFormed(),
    found: held ? evidenceOfClaim(held.claim) : null,
    meets: held !== undefined && held.rank <= asked,
  };
}

const certificatesIn = (text: string): string[] =>
  readSkills(text).mentions.flatMap(({ skill, text: words }) => (skill.kind === "certification" && !isDegree(words) ? [words] : []));

const isDegree = (words: string): boolean => DEGREES.some((degree) => degree.test(words));

function certificateOf(asked: string, claims: readonly Claim[]): Qualification {
  const matcher = openMatcher(asked);
  const held = claims.find(({ skills, context, offset }) =>
    matcher.find(skills).some(({ from, to }) => reservationOf(context, offset + from, offset + to) === null),
  );
  return { kind: "certificate", asked, found: held ? evidenceOfClaim(held) : null, meets: held !== undefined };
}
