/**
 * How sure a value is, 0..1: one rule for all engines, from what can be seen, never from a model's own number.
 * The rule is a logistic sum; its weights are fitted on the development data (`bench/accuracy.ts` prints the reliability table).
 */
import type { FieldResult } from "#contract/task.ts";

/** Changes whenever a weight or a feature changes. */
export const CONFIDENCE_VERSION = 2;

export type Signs = {
  how: "exact" | "numeric" | "fuzzy";
  /** Share of agreeing letters, 0..1. */
  likeness: number;
  /** Certainty of the least certain word, 0..1. */
  wordCertainty: number;
  /** Quality of the page, 0..1. */
  pageQuality: number;
  /** How well the words read as the field's type: 1 without doubt, less where a choice had to be made. */
  typeSureness: number;
  /** How likely the value was against all others and none, 0..1; null when the engine gave none. */
  margin: number | null;
  /** Result of the checks that could be made: checksums, sums, pattern. Null when there was none to make. */
  checksPassed: boolean | null;
  /** The value was made by the engine from the words (classify, generate), not read from them. */
  inferred: boolean;
};

/** What each sign adds to the log-odds of being right. */
export const CONFIDENCE_WEIGHTS = {
  base: 0.15,
  numeric: -0.3,
  fuzzyPerWrongShare: -8,
  wordUncertainty: -3.5,
  pageUncertainty: -3,
  typeDoubt: -1.5,
  margin: 2.7,
  checksPassed: 0.5,
  checksFailed: -1,
  inferred: -0.5,
} as const;

/** An engine that cannot tell a margin is taken for one whose answers are as sure as the middle of the scale. */
const MARGIN_WHEN_ABSENT = 0.5;
const LOWEST = 0.01;
const HIGHEST = 0.99;

export function confidenceOf(signs: Signs): number {
  const w = CONFIDENCE_WEIGHTS;
  const odds =
    w.base +
    (signs.how === "numeric" ? w.numeric : 0) +
    w.fuzzyPerWrongShare * (1 - signs.likeness) +
    w.wordUncertainty * (1 - signs.wordCertainty) +
    w.pageUncertainty * (1 - signs.pageQuality) +
    w.typeDoubt * (1 - signs.typeSureness) +
    w.margin * (signs.margin ?? MARGIN_WHEN_ABSENT) +
    (signs.checksPassed === true ? w.checksPassed : signs.checksPassed === false ? w.checksFailed : 0) +
    (signs.inferred ? w.inferred : 0);
  const share = 1 / (1 + Math.exp(-odds));
  return Math.round(Math.min(HIGHEST, Math.max(LOWEST, share)) * 1000) / 1000;
}

/** Of the fields that have a value; null when none has. */
export function leastConfidence(fields: Record<string, FieldResult>): number | null {
  let least: number | null = null;
  for (const { status, confidence } of Object.values(fields))
    if ((status === "found" || status === "inferred") && confidence !== null && (least === null || confidence < least)) least = confidence;
  return least;
}
