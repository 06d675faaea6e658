/** Turns a model's judgement of one skill into findings: looks up its lines and refuses in them what the rules refuse. */
import { reservationOf } from "#skills/reservations.ts";
import type { SkillMatcher } from "#skills/skill-matcher.ts";
import type { Claim } from "./claims.ts";
import { type Findings, isStatement, type Match, type Refused, type Shown } from "./find-skill.ts";
import { MODEL } from "./rules.ts";
import { spanOf } from "./timeline.ts";

/** `level` 0 (nothing shows it) to 10 (expert); `lines` are numbers of the blinded résumé's lines, from 1, the strongest first. */
export type Judgement = { level: number; lines: readonly number[] };

/** `byRules`: what the rules find for the same skill in the same claims. `isCopy` and `now` as for `findSkill`. */
export function judgedByModel(
  matcher: SkillMatcher,
  { claims, isCopy, now }: { claims: readonly Claim[]; isCopy: (text: string) => boolean; now: number | null },
  { level, lines }: Judgement,
  byRules: Findings,
): Findings {
  const shown: Shown[] = [];
  const refused = [...byRules.refused];
  for (const line of level === 0 ? [] : new Set(lines)) {
    const claim = claims[line - 1];
    if (!claim || shown.some((other) => other.claim.text === claim.text)) continue;
    const reason = refusalOf(matcher, claim, byRules.refused) ?? (isStatement(claim) && isCopy(claim.text) ? "copied_from_job" : null);
    if (reason === null) shown.push({ claim, match: matchOf(matcher, claim), span: spanOf(claim.period, now), level: 1, levelSaid: "" });
    else if (!refused.some((other) => other.claim === claim)) refused.push({ claim, reason });
  }
  const counted = new Set(shown.map(({ claim }) => claim));
  return { ...byRules, shown, refused: refused.filter(({ claim }) => !counted.has(claim)) };
}

/** Why a line that the model names does not count; null when it does. */
function refusalOf(matcher: SkillMatcher, claim: Claim, byRules: readonly Refused[]): Refused["reason"] | null {
  const { reason } = byRules.find((refused) => refused.claim === claim) ?? {};
  if (reason === "wish" && isDoneLater(matcher, claim)) return null;
  if (reason !== undefined) return reason;
  const named = matcher.find(claim.skills).length > 0;
  if (!named && matcher.ofOthers(claim.skills).length > 0) return "somebody_else";
  return named ? null : reservedThroughout(claim.text);
}

const WORDS_MIN = 3;

/** Whether a statement follows the wish: "Wanted to learn Kubernetes. Ran three clusters since 2022." */
function isDoneLater(matcher: SkillMatcher, { text, skills }: Claim): boolean {
  const last = matcher.find(skills).at(-1);
  const after = last ? text.slice(last.to).split(/\s+/).length - 1 : 0;
  return after >= WORDS_MIN && reservationOf(text, text.length, text.length) === null;
}

const SENTENCE_END = /[.!?;]\s/g;

/** For a line that does not name the skill: the reservation of its first sentence when every sentence has one, else null. */
function reservedThroughout(text: string): Refused["reason"] | null {
  const ends = [...[...text.matchAll(SENTENCE_END)].map(({ index }) => index), text.length];
  const reservations = ends.map((end) => reservationOf(text, end, end));
  return reservations.every((each) => each !== null) ? (reservations[0] ?? null) : null;
}

/** The words of the line that name the skill, or a related one; else the whole line. */
function matchOf(matcher: SkillMatcher, claim: Claim): Match {
  const [named] = matcher.find(claim.skills);
  if (named) return { ...named, how: "model", certainty: MODEL.certainty.named };
  const [near] = matcher.related(claim.skills);
  if (near) return { ...near, how: "model", certainty: MODEL.certainty.near };
  return { text: claim.text, from: 0, to: claim.text.length, how: "model", certainty: MODEL.certainty.unnamed };
}
