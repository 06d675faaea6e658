/** How senior somebody is: by the latest title that says so, else by the years of work. */
import type { ApplicantProfile, Seniority } from "#contract/recruiting/profile.ts";
import { anyOf, asWord } from "#language/phrases.ts";
import type { Claim } from "#scoring/claims.ts";
import { type Span, spanOf } from "#scoring/timeline.ts";
import { evidenceOfClaim } from "./evidence.ts";

/** In order of precedence: "trainee to the director" is a trainee. */
const TITLES: readonly (readonly [Seniority, RegExp])[] = [
  ["entry", new RegExp(asWord(anyOf("scoring", "title_entry")), "iu")],
  ["executive", new RegExp(asWord(anyOf("scoring", "title_executive")), "iu")],
  ["lead", new RegExp(asWord(anyOf("scoring", "title_lead")), "iu")],
  ["senior", new RegExp(asWord(anyOf("scoring", "title_senior")), "iu")],
];
/** Minimum years of work for each level, when no title states one. */
const YEARS: readonly (readonly [Seniority, number])[] = [
  ["senior", 6],
  ["intermediate", 2],
  ["entry", 0],
];
/** Older titles do not show today's seniority. */
const MONTHS_AGO_MAX = 36;

export function seniorityOf(claims: readonly Claim[], years: number | null, now: number | null): ApplicantProfile["seniority"] {
  const titles = claims.flatMap((claim) => {
    const level = claim.place === "title" ? TITLES.find(([, words]) => words.test(claim.text))?.[0] : undefined;
    return level === undefined ? [] : [{ claim, level, span: spanOf(claim.period, now) }];
  });
  const [latest] = titles
    .filter(({ span }) => isRecent(span, now))
    .sort((a, b) => (b.span?.end ?? 0) - (a.span?.end ?? 0) || (b.span?.start ?? 0) - (a.span?.start ?? 0));
  if (latest) return { level: latest.level, basis: "title", evidence: evidenceOfClaim(latest.claim) };
  const level = years === null ? undefined : YEARS.find(([, from]) => years >= from)?.[0];
  return level === undefined ? null : { level, basis: "years", evidence: null };
}

const isRecent = (span: Span | null, now: number | null): boolean => span === null || now === null || now - span.end <= MONTHS_AGO_MAX;
