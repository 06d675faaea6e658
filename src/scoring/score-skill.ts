/** Scores one skill by its facts: factors, cap, formula. */
import type { SkillKind } from "#contract/recruiting/skill.ts";
import { type Factor, type Facts, hundredth, type SkillScore } from "./facts.ts";
import { judgedScoreOf } from "./judged-score.ts";
import { DEPTH, DURATION, PLACES, RECENCY, SCORE_CAPS, WEIGHTS } from "./rules.ts";

export function skillScoreOf(facts: Facts, kind: SkillKind | null): SkillScore {
  if (facts.language && !(facts.judged !== null && facts.language.name === "unknown")) return languageScore(facts.language);
  if (facts.judged !== null) return judgedScoreOf(facts, facts.judged);
  const weights = kind === "certification" ? WEIGHTS.certification : WEIGHTS.practice;
  const place = PLACES[facts.place];
  const base = place.value * facts.level;
  const factor = (name: keyof typeof weights, value: number, reason: string): Factor => ({
    name,
    value: hundredth(value),
    weight: weights[name],
    points: hundredth(100 * base * weights[name] * hundredth(value)),
    reason,
  });
  const factors = [
    factor(
      "place",
      1,
      `The strongest evidence stands in ${place.name} (× ${place.value})${facts.level < 1 ? `, ${facts.levelSaid} (× ${facts.level})` : ""}.`,
    ),
    factor("recency", recencyOf(facts), recencyReason(facts)),
    factor("duration", durationOf(facts), durationReason(facts)),
    factor(
      "depth",
      depthOf(facts),
      `${facts.statements} different ${facts.statements === 1 ? "statement" : "statements"}${facts.figure ? ", with a figure" : ""}.`,
    ),
  ].filter(({ weight }) => weight > 0);
  const sum = factors.reduce((total, { points }) => total + points, 0);
  const cap = capOf(facts, sum, kind);
  const score = Math.round(Math.min(sum, cap?.score ?? 100));
  const terms = factors.map(({ name, value, weight }) => `${weight} × ${value} ${name}`).join(" + ");
  const level = facts.level < 1 ? ` × ${facts.level}` : "";
  const formula = `100 × ${place.value}${level} × (${terms}) = ${hundredth(sum)}${cap ? `, at most ${cap.score}` : ""}, rounded ${score}`;
  return { score, factors, cap, formula };
}

const LANGUAGE_REASONS: Readonly<Record<string, string>> = {
  unknown: "The résumé names the language without a level.",
  written: "The résumé is written in the language, and says no more of it.",
};

function languageScore({ value, name }: { value: number; name: string }): SkillScore {
  const points = hundredth(100 * value);
  const reason = LANGUAGE_REASONS[name] ?? `The résumé gives the level: ${name}.`;
  const factors = [{ name: "level", value, weight: 1, points, reason }];
  return { score: Math.round(points), factors, cap: null, formula: `100 × ${value} level = ${points}` };
}

function recencyOf({ agoMonths, onlyClaimed }: Facts): number {
  if (onlyClaimed) return 0;
  if (agoMonths === null) return RECENCY.unknown;
  const fallen = (agoMonths - RECENCY.fullMonths) / (RECENCY.floorMonths - RECENCY.fullMonths);
  return Math.max(RECENCY.floor, 1 - (1 - RECENCY.floor) * Math.min(1, Math.max(0, fallen)));
}

function recencyReason({ agoMonths, onlyClaimed }: Facts): string {
  if (onlyClaimed) return "Nothing dated shows it.";
  if (agoMonths === null) return "The evidence has no dates.";
  if (agoMonths <= RECENCY.fullMonths) return "Last shown within a year.";
  return `Last shown ${agoMonths} months ago.`;
}

function durationOf({ months, onlyClaimed, onlyTaught }: Facts): number {
  if (onlyClaimed || onlyTaught) return 0;
  return months === null ? DURATION.unknown : Math.min(1, months / DURATION.fullMonths);
}

function durationReason({ months, onlyClaimed, onlyTaught }: Facts): string {
  if (onlyClaimed || onlyTaught) return "No time of practice.";
  return months === null ? "Practice without dates." : `${months} months of practice, overlaps counted once.`;
}

function depthOf({ statements, figure }: Facts): number {
  const byCount = DEPTH.byStatements[Math.min(statements, DEPTH.byStatements.length - 1)] ?? 1;
  return Math.min(1, byCount + (figure ? DEPTH.figure : 0));
}

function capOf(facts: Facts, sum: number, kind: SkillKind | null): SkillScore["cap"] {
  if (facts.onlyClaimed && sum > SCORE_CAPS.claimed)
    return { score: SCORE_CAPS.claimed, reason: "The skill is named, but nothing shows it in use." };
  if (facts.onlyTaught && kind !== "certification" && sum > SCORE_CAPS.taught)
    return { score: SCORE_CAPS.taught, reason: "The skill is shown in education only." };
  return null;
}
