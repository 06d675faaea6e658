/** The score of a skill whose level a model has judged: the level's anchor, less what age takes, at most what the kind of evidence allows. */

import { type Factor, type Facts, hundredth, type SkillScore } from "./facts.ts";
import { MODEL } from "./rules.ts";

/** `level`: 1..10. */
export function judgedScoreOf(facts: Facts, level: number): SkillScore {
  const factors = [levelFactor(level), ageFactor(facts)];
  const sum = factors.reduce((total, { points }) => total + points, 0);
  const cap = capOf(facts, sum);
  const score = Math.round(Math.min(Math.max(sum, 1), cap?.score ?? 100));
  const terms = factors.map(({ name, value, weight }) => `${weight} × ${value} ${name}`).join(" + ");
  const most = cap ? `, at most ${cap.score}` : "";
  return { score, factors, cap, formula: `${terms} = ${hundredth(sum)}${most}, rounded ${score}` };
}

function levelFactor(level: number): Factor {
  const said = MODEL.meaning.find(([most]) => level <= most)?.[1];
  const points = MODEL.anchors[level] ?? 0;
  const reason = `The model reads the lines as level ${level} of ${MODEL.levelMax}, ${said}: ${points} points.`;
  return { name: "level", value: hundredth(points / 100), weight: 100, points, reason };
}

function ageFactor({ agoMonths }: Facts): Factor {
  const { points: weight, fullMonths, floorMonths } = MODEL.recency;
  const past = agoMonths === null ? 0 : (agoMonths - fullMonths) / (floorMonths - fullMonths);
  const value = hundredth(Math.min(1, Math.max(0, past)));
  const reason =
    agoMonths === null ? "The evidence has no dates." : `Last shown ${agoMonths} months ago; up to ${fullMonths} cost nothing.`;
  return { name: "age", value, weight, points: hundredth(weight * value), reason };
}

function capOf({ onlyListed, onlyClaimed, onlyTaught }: Facts, sum: number): SkillScore["cap"] {
  const { listed, described, taught } = MODEL.caps;
  if (onlyListed) return above(sum, listed, "The skill is listed, but nothing shows it in use.");
  if (onlyClaimed) return above(sum, described, "The résumé describes the skill, but nothing dated shows it in use.");
  return onlyTaught ? above(sum, taught, "The skill is shown in education only.") : null;
}

const above = (sum: number, score: number, reason: string): SkillScore["cap"] => (sum > score ? { score, reason } : null);
