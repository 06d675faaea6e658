/**
 * Confidence of a value, 0..1: one rule for all engines, from observable signs, never from a model's own figure. The rule is a logistic
 * sum; its weights are fitted on the development data (`bench/accuracy/accuracy.ts` prints the reliability table).
 */
import { CONFIDENCE_FACTORS, type ConfidenceFactor, type FieldResult } from "#contract/task.ts";

/** Raise whenever a weight or a feature changes; tests/golden detects it. */
export const CONFIDENCE_VERSION = 7;

export type ConfidenceSigns = {
  how: "exact" | "numeric" | "fuzzy" | "nearby";
  /** Share of equal letters, 0..1. */
  likeness: number;
  /** Certainty of the least certain word, 0..1. */
  wordCertainty: number;
  /** Quality of the page, 0..1. */
  pageQuality: number;
  /** How clearly the words read as the field's type: 1 when unambiguous, less where a choice had to be made. */
  typeConfidence: number;
  /** Probability of the value against all others and none, 0..1; null when the engine gave none. */
  margin: number | null;
  /** Result of the possible checks: checksums, sums, pattern. Null when there was none. */
  checksPassed: boolean | null;
  /** The engine concluded the value from the words (classify, generate); they do not state it. */
  inferred: boolean;
  /**
   * Whether the local engine reads the same value as the model, `remembers` where reviews of the layout are a reason of it; null when it reads
   * none, is not sure, or is the engine.
   */
  otherEngine: "agrees" | "remembers" | "differs" | null;
  /** The probability without what the reviews of its layout say; null where nothing is remembered. */
  marginBefore: number | null;
  /** The file states the value as data, in sums that add up or not; absent for what is read from a page. */
  stated?: "sound" | "faulty";
  /** What the print of the document shows in place of a value that the file states; absent where it shows nothing, or was not compared. */
  print?: "agrees" | "differs";
};

/** Contribution of each sign to the log-odds of being right. */
export const CONFIDENCE_WEIGHTS = {
  base: 3,
  numeric: -0.3,
  fuzzyPerWrongShare: -8,
  wordUncertainty: -3.5,
  pageUncertainty: -3,
  typeDoubt: -1.5,
  marginOdds: 0.8,
  lowMarginOdds: 0.5,
  lowMargin: 0.6,
  checksPassed: 0.5,
  checksFailed: -2.2,
  inferred: -0.5,
  enginesAgree: 1.2,
  enginesDiffer: -0.5,
  stated: 1.6,
  statedFaulty: -2,
  printAgrees: 0.7,
  printDiffers: -3.4,
} as const;

/** A smaller effect changes a confidence by a percent at most and is not reported. */
const REPORTED_MIN = 0.05;

/** A clear lead raises the log-odds by so much at most. */
const LEAD_MAX = 1.4;
const LOWEST = 0.01;
const HIGHEST = 0.995;

export function confidenceOf(signs: ConfidenceSigns): number {
  const odds = CONFIDENCE_WEIGHTS.base + Object.values(effectsOf(signs)).reduce((sum, effect) => sum + effect, 0);
  const share = 1 / (1 + Math.exp(-odds));
  return Math.round(Math.min(HIGHEST, Math.max(LOWEST, share)) * 1000) / 1000;
}

/** Factors that changed the log-odds, strongest first; empty for a value without doubts and checks. */
export function factorsOf(signs: ConfidenceSigns): ConfidenceFactor[] {
  const effects = effectsOf(signs);
  return CONFIDENCE_FACTORS.map((factor) => ({ factor, effect: Math.round(effects[factor] * 100) / 100 }))
    .filter(({ effect }) => Math.abs(effect) >= REPORTED_MIN)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
}

/**
 * The log-odds that a probability against all other candidates adds: below 0.88 it counts less. Fitted on sets that the ranking did not learn from: of the values that
 * it calls 0.93 likely 91 % are right, of those that it calls 0.97 likely 95 %, and of those that it calls 0.45 likely 66 %.
 */
function leadOf(margin: number): number {
  const share = Math.min(HIGHEST, Math.max(LOWEST, margin));
  const odds = Math.log(share / (1 - share));
  const { marginOdds, lowMarginOdds, lowMargin, base } = CONFIDENCE_WEIGHTS;
  return Math.min(LEAD_MAX, Math.max(marginOdds * odds, lowMarginOdds * odds + lowMargin) - base);
}

/** Relative to a value that is on a clear page letter by letter, has the usual lead over others, and no possible check. */
function effectsOf(signs: ConfidenceSigns): Record<ConfidenceFactor["factor"], number> {
  const w = CONFIDENCE_WEIGHTS;
  return {
    other_print: signs.how === "numeric" ? w.numeric : 0,
    letters_differ: w.fuzzyPerWrongShare * (1 - signs.likeness),
    unclear_words: w.wordUncertainty * (1 - signs.wordCertainty),
    poor_page: w.pageUncertainty * (1 - signs.pageQuality),
    ambiguous_value: (w.typeDoubt * (1 - signs.typeConfidence)) / Math.max(LOWEST, signs.typeConfidence),
    rivals: signs.margin === null ? 0 : leadOf(signs.marginBefore ?? signs.margin),
    remembered: rememberedOf(signs),
    checks: signs.checksPassed === true ? w.checksPassed : signs.checksPassed === false ? w.checksFailed : 0,
    inferred: signs.inferred ? w.inferred : 0,
    other_engine: signs.otherEngine === "agrees" ? w.enginesAgree : signs.otherEngine === "differs" ? w.enginesDiffer : 0,
    stated: signs.stated === "sound" ? w.stated : signs.stated === "faulty" ? w.statedFaulty : 0,
    print: signs.print === "agrees" ? w.printAgrees : signs.print === "differs" ? w.printDiffers : 0,
    // Rules of a template are checked later (rules/outcomes.ts).
    failed_check: 0,
  };
}

function rememberedOf({ margin, marginBefore, otherEngine }: ConfidenceSigns): number {
  if (otherEngine === "remembers") return CONFIDENCE_WEIGHTS.enginesAgree;
  return margin === null || marginBefore === null ? 0 : leadOf(margin) - leadOf(marginBefore);
}

/** The lowest confidence of the fields that have a value; null when none has. */
export function leastConfidence(fields: Record<string, FieldResult>): number | null {
  let least: number | null = null;
  for (const { status, confidence } of Object.values(fields))
    if ((status === "found" || status === "inferred") && confidence !== null && (least === null || confidence < least)) least = confidence;
  return least;
}
