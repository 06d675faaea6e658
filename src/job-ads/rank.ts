/** The two to five skills an ad is about. */
import type { SkillKind } from "#contract/recruiting/skill.ts";
import type { Candidate, Naming } from "./candidates.ts";

export const SKILLS_MIN = 2;
export const SKILLS_MAX = 5;

export type RankedSkill = {
  name: string;
  type: SkillKind;
  required: boolean;
  /** 0..1, that it is wanted. */
  score: number;
  /** Where the ad says so, clearest first. */
  namings: readonly Naming[];
};

/** Below it a skill is only taken when fewer than two are above. */
const SCORE_SURE = 0.5;
const SCORE_MIN = 0.3;

/** What is required before what is wished, likeliest first, at most five, names unique without case; fewer than two when the ad does not say enough. */
export function rankSkills(candidates: readonly Candidate[]): RankedSkill[] {
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

function rankedOf({ kind, namings }: Candidate): RankedSkill[] {
  const sorted = namings.toSorted((a, b) => b.likelihood - a.likelihood);
  const [best] = sorted;
  if (!best) return [];
  // Each further naming adds less: a word that is everywhere is everyday.
  const doubt = sorted.reduce((rest, { likelihood }, at) => rest * (1 - likelihood) ** (1 / (at + 1)), 1);
  // What would be nice to have stays so where the job's tasks speak of it too.
  const required = namings.some(({ how }) => how === "asked") || namings.every(({ how }) => how === "named");
  return [{ name: best.text, type: kind, required, score: 1 - doubt, namings: sorted }];
}
