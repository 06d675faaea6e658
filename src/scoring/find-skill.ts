/** Finds what of the blinded résumé shows one skill, what only implies it, and what is refused as evidence. */
import { isWeak, type Reservation, reservationOf } from "#skills/reservations.ts";
import type { RelatedMention, SkillMatch, SkillMatcher } from "#skills/skill-matcher.ts";
import type { Claim } from "./claims.ts";
import { type EvidencePlace, IMPLIED_LEVEL, PLACES, PRACTICE, WEAK_LEVEL } from "./rules.ts";
import { type Span, spanOf } from "./timeline.ts";
import { writtenIn } from "./written-in.ts";

/** How a claim was found to show a skill: by its words, or by a model. */
export type Match = Pick<SkillMatch, "certainty" | "text" | "from" | "to"> & { how: SkillMatch["how"] | "model" | "implied" };
/** A claim that shows the skill. `level` is below 1 for a lower stated level; `levelSaid` gives the reason. */
export type Shown = { claim: Claim; match: Match; span: Span | null; level: number; levelSaid: string };
export type Refused = { claim: Claim; reason: Exclude<Reservation, null> | "copied_from_job" | "somebody_else" };

export type Findings = {
  /** Best first; ties are ordered by text, so that the order of the page does not matter. A model's are in its order. */
  shown: Shown[];
  refused: Refused[];
  related: { claim: Claim; mention: RelatedMention }[];
};

/** `isCopy` detects text taken from the ad. `now`: the month that ages are measured from (`measuredFrom`). */
export function findSkill(
  matcher: SkillMatcher,
  claims: readonly Claim[],
  isCopy: (text: string) => boolean,
  now: number | null,
): Findings {
  const shown: Shown[] = [];
  const refused: Refused[] = [];
  const related: Findings["related"] = [];
  const hints: Shown[] = [];
  for (const claim of claims) {
    const matches = matcher.find(claim.skills);
    const near = matches.length === 0 ? matcher.related(claim.skills)[0] : undefined;
    if (near) related.push({ claim, mention: near });
    if (matches.length === 0) {
      const hint = IMPLYING.includes(claim.place) && !isCopy(claim.text) ? hintIn(matcher, claim) : null;
      if (hint) hints.push({ claim, match: hint, span: spanOf(claim.period, now), level: IMPLIED_LEVEL, levelSaid: "implied, not named" });
      continue;
    }
    const judged = matches.map((match) => ({
      match,
      reservation: reservationOf(claim.context, claim.offset + match.from, claim.offset + match.to),
    }));
    const good = judged.filter(({ reservation }) => reservation === null).map(({ match }) => match);
    const best = good.sort((a, b) => b.certainty - a.certainty || a.from - b.from)[0];
    if (!best) refused.push({ claim, reason: judged[0]?.reservation ?? "negated" });
    else if (isStatement(claim) && isCopy(claim.text)) refused.push({ claim, reason: "copied_from_job" });
    else shown.push({ claim, match: best, span: spanOf(claim.period, now), level: levelOf(claim, good), levelSaid: "said to be basic" });
  }
  // Implied evidence counts only when no statement of practice shows the skill.
  const isShown = shown.some(({ claim }) => PRACTICE.includes(claim.place));
  const written = matcher.skill && shown.length + refused.length === 0 ? writtenIn(matcher.skill, claims) : [];
  for (const claim of written) hints.push({ ...WRITTEN, claim, match: { ...WRITTEN.match, text: claim.text } });
  return { shown: strongestFirst(isShown ? shown : [...shown, ...hints]), refused, related };
}

function hintIn(matcher: SkillMatcher, { context, offset, skills }: Claim): Match | null {
  const free = matcher.implied(skills).find(({ from, to }) => reservationOf(context, offset + from, offset + to) === null);
  return free ? { ...free, how: "implied" } : null;
}

const WRITTEN = { span: null, level: 1, levelSaid: "", match: { how: "implied", certainty: 0.6, from: 0, to: 0 } } as const;

/** Places of statements about what was done; a title only names a job. */
const IMPLYING: readonly EvidencePlace[] = PRACTICE.filter((place) => place !== "title" && place !== "work list");

/** The same words count once. */
export function strongestFirst(shown: Shown[]): Shown[] {
  return distinct(shown.sort(byWorth));
}

/** A list of skills that equals the ad's list is not a copied sentence; its score is capped anyway. */
export const isStatement = ({ place }: Claim): boolean => place !== "list" && place !== "language";

function levelOf(claim: Claim, matches: readonly SkillMatch[]): number {
  return matches.every((match) => isWeak(claim.context, claim.offset + match.from, claim.offset + match.to)) ? WEAK_LEVEL : 1;
}

const worth = ({ claim, level }: Shown) => PLACES[claim.place].value * level;

function byWorth(a: Shown, b: Shown): number {
  return (
    worth(b) - worth(a) ||
    b.match.certainty - a.match.certainty ||
    (b.span?.end ?? 0) - (a.span?.end ?? 0) ||
    compareText(a.claim.text, b.claim.text)
  );
}

function distinct(shown: readonly Shown[]): Shown[] {
  const seen = new Set<string>();
  return shown.filter(({ claim }) => {
    const key = claim.text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
    return seen.has(key) ? false : Boolean(seen.add(key));
  });
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
