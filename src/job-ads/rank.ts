/** Selects the two to five main skills of an ad. */
import type { SkillKind } from "#contract/recruiting/skill.ts";
import type { Naming, SkillCandidate } from "./candidates.ts";

export const SKILLS_MIN = 2;
export const SKILLS_MAX = 5;

export type RankedSkill = {
  name: string;
  type: SkillKind;
  required: boolean;
  /** The ad's words as printed, when `name` differs from them. */
  evidence?: string;
  /** Probability, 0..1, that it is wanted. */
  score: number;
  /** The statements that name it, clearest first. */
  namings: readonly Naming[];
};

/** A skill with a lower score is taken only when fewer than two are above. */
const SCORE_SURE = 0.5;
const SCORE_MIN = 0.3;

/**
 * Required skills before wished ones, most likely first, at most five, names unique ignoring case; fewer than two when the ad does not name
 * enough.
 */
export function rankSkills(candidates: readonly SkillCandidate[]): RankedSkill[] {
  const ranked = candidates.flatMap(rankedOf).sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  const names = new Set<string>();
  const taken: RankedSkill[] = [];
  for (const skill of ranked) {
    if (taken.length === SKILLS_MAX || skill.score < (taken.length < SKILLS_MIN ? SCORE_MIN : SCORE_SURE)) break;
    if (names.has(skill.name.toLowerCase())) continue;
    names.add(skill.name.toLowerCase());
    taken.push(skill);
  }
  return taken.sort((a, b) => Number(b.required) - Number(a.required));
}

function rankedOf({ kind, namings }: SkillCandidate): RankedSkill[] {
  const sorted = namings.toSorted((a, b) => b.likelihood - a.likelihood);
  const [best] = sorted;
  if (!best) return [];
  // Each further naming adds less: a word that is everywhere is an everyday word.
  const doubt = sorted.reduce((rest, { likelihood }, at) => rest * (1 - likelihood) ** (1 / (at + 1)), 1);
  // A nice-to-have skill stays one even if the job's tasks mention it too.
  const required = namings.some(({ how }) => how === "asked") || namings.every(({ how }) => how === "named");
  const evidence = best.evidence === undefined ? {} : { evidence: best.evidence };
  return [{ name: best.text, ...evidence, type: kind, required, score: 1 - doubt, namings: sorted }];
}
