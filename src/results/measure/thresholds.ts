/** What a threshold of review gives: how many values nobody has to look at, and how many of those are right. */

/** Values of one confidence, 0..1; null where a value has none, which is always reviewed. */
export type Judged = { confidence: number | null; right: boolean; count: number };
/** `values_share`: of the values that were read, those that are at least as sure. `right_share`: of those, null when there are none. */
export type Threshold = { review_below: number; values_share: number | null; right_share: number | null };

/** From 0, where nothing is reviewed, then from 0.5 on in steps of 0.01. */
const STEPS = [0, ...Array.from({ length: 50 }, (_, i) => (50 + i) / 100)];
/** Share of values that is to be right without review. */
const RIGHT_MIN = 0.99;
/** With fewer values a share of 0.99 cannot be told from one of 0.97. */
const VALUES_MIN = 200;
/** Where too little is reviewed to tell. */
export const REVIEW_BELOW_DEFAULT = 0.8;

export function thresholdsOf(judged: readonly Judged[]): Threshold[] {
  const total = sum(judged);
  return STEPS.map((review_below) => {
    const sure = judged.filter(({ confidence }) => review_below === 0 || (confidence !== null && confidence >= review_below));
    const values = sum(sure);
    return { review_below, values_share: share(values, total), right_share: share(sum(sure.filter(({ right }) => right)), values) };
  });
}

/** The lowest threshold at which 99 of 100 of the values above it are right; 1 when there is none, null when too little is reviewed to tell. */
export function thresholdFor(judged: readonly Judged[]): number | null {
  if (sum(judged) < VALUES_MIN) return null;
  return thresholdsOf(judged).find(({ right_share }) => right_share !== null && right_share >= RIGHT_MIN)?.review_below ?? 1;
}

const sum = (judged: readonly Judged[]) => judged.reduce((total, { count }) => total + count, 0);
/** 0..1 in ten-thousandths; null of nothing. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((10_000 * part) / whole) / 10_000);
