/** The facts that a skill's score is computed from, and the shape of a score. */
import type { SkillKind } from "#contract/recruiting/skill.ts";
import { largest } from "#documents/long-lists.ts";
import { isStatement, type Shown } from "./find-skill.ts";
import { languageLevelOf } from "./language-level.ts";
import { CLAIMED, type EvidencePlace, LANGUAGE_LEVELS, PRACTICE } from "./rules.ts";
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
    language: kind === "language" ? languageOf(shown) : null,
  };
}

function languageOf(shown: readonly Shown[]): Facts["language"] {
  if (shown.every(({ match }) => match.how === "implied")) return { value: LANGUAGE_LEVELS.written, name: "written" };
  return languageLevelOf(shown.map(({ claim, match }) => ({ text: claim.text, from: match.from, to: match.to })));
}

export const hundredth = (value: number): number => Math.round(value * 100) / 100;
