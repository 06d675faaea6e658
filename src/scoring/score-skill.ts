/** Scores one skill by what shows it: the facts that count, their factors, the cap. */
import type { SkillKind } from "#contract/recruiting/skill.ts";
import { largest } from "#documents/long-lists.ts";
import { isStatement, type Shown } from "./find-skill.ts";
import { judgedScoreOf } from "./judged-score.ts";
import { languageLevelOf } from "./language-level.ts";
import { CLAIMED, DEPTH, DURATION, type EvidencePlace, PLACES, PRACTICE, RECENCY, SCORE_CAPS, WEIGHTS } from "./rules.ts";
import { coveredMonths } from "./timeline.ts";

/** `value` is 0..1; `points` is what it adds to the score before rounding and cap. */
export type Factor = { name: string; value: number; weight: number; points: number; reason: string };
export type SkillScore = {
  score: number;
  factors: Factor[];
  cap: { score: number; reason: string } | null;
  formula: string;
};

/** The inputs of the score; a change of one of them would move it. */
export type Facts = {
  place: EvidencePlace;
  level: number;
  levelSaid: string;
  /** Months since the last practice, as `measuredFrom` counts them; null without dates. */
  agoMonths: number | null;
  /** Months of practice; null without dates. */
  months: number | null;
  statements: number;
  figure: boolean;
  onlyClaimed: boolean;
  onlyTaught: boolean;
  onlyListed: boolean;
  /** A model's level, 1..10; null where rules score. */
  judged: number | null;
  /** Of a language; null for other skills. */
  language: { value: number; name: string } | null;
};

/** A number that is not a year and not part of a name such as 3D. */
const FIGURE = /(?<![\p{L}\d.])(?!(?:19|20)\d\d(?!\d))\d[\d.,]*(?![\p{L}\d])/u;

/** Null when nothing shows the skill. `judged`: a model's level of it. */
export function factsOf(shown: readonly Shown[], kind: SkillKind | null, now: number | null, judged: number | null = null): Facts | null {
  const [best] = shown;
  if (!best) return null;
  const practice = shown.filter(({ claim }) => PRACTICE.includes(claim.place));
  const spans = practice.flatMap(({ span }) => (span ? [span] : []));
  const dated = shown.flatMap(({ span }) => (span ? [span.end] : []));
  const deep = shown.filter(({ claim }) => !CLAIMED.includes(claim.place));
  return {
    place: best.claim.place,
    level: best.level,
    levelSaid: best.levelSaid,
    agoMonths: dated.length === 0 || now === null ? null : Math.max(0, now - largest(dated)),
    months: spans.length === 0 ? null : coveredMonths(spans),
    statements: (deep.length > 0 ? deep : shown).length,
    figure: deep.some(({ claim }) => FIGURE.test(claim.text)),
    onlyClaimed: deep.length === 0,
    onlyTaught: deep.length > 0 && deep.every(({ claim }) => claim.place === "education"),
    onlyListed: shown.every(({ claim }) => !isStatement(claim)),
    judged,
    language:
      kind === "language" ? languageLevelOf(shown.map(({ claim, match }) => ({ text: claim.text, from: match.from, to: match.to }))) : null,
  };
}

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

function languageScore({ value, name }: { value: number; name: string }): SkillScore {
  const points = hundredth(100 * value);
  const reason = name === "unknown" ? "The résumé names the language without a level." : `The résumé gives the level: ${name}.`;
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

export const hundredth = (value: number): number => Math.round(value * 100) / 100;
