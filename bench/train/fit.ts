/**
 * Fits the weights of the local engine's scoring: for every field one of its candidates or none is right, and the right one should be the
 * most likely.
 */
import { KINDS } from "#engines/concepts/concept.ts";
import { FEATURES, SCORE_MIN, SCORE_PER_E, type Weights } from "#engines/local/weights.ts";
import type { Instance } from "./instances.ts";

export type Fit = {
  /** How far a weight may move from its start: the standard deviation of its prior, in scores. */
  spread: number;
  /** Weight of a field without a right candidate, relative to one with some. */
  emptyCounts: number;
};

const STEPS = 400;
const RATE = 0.02;
const NAMES = [...FEATURES, ...KINDS];

/** `start`: the weights before learning. The same instances always give the same weights. */
export function fitWeights(instances: readonly Instance[], start: Weights, { spread, emptyCounts }: Fit): Weights {
  const prior = NAMES.map((name) => ({ ...start.features, ...start.kinds })[name]);
  const bySet = Map.groupBy(instances, ({ set }) => set);
  const index = new Map<string, number>(NAMES.map((name, i) => [name, i]));
  const rows = instances.map(({ set, kind, candidates }) => ({
    // Large sets count for more, but not in proportion to their size.
    counts:
      Math.sqrt(instances.length / bySet.size / (bySet.get(set)?.length ?? 1)) * (candidates.some(({ right }) => right) ? 1 : emptyCounts),
    candidates: candidates.map(({ features, right }) => ({
      right,
      values: [...Object.entries(features), [kind, 1] as const].map(([name, value]) => [index.get(name) ?? -1, value] as const),
    })),
  }));
  const w = [...prior];
  const m = w.map(() => 0);
  const v = w.map(() => 0);
  for (let step = 1; step <= STEPS; step++) {
    // The prior is scaled like a single loss, as the rows are.
    const g = w.map((weight, i) => (weight - (prior[i] ?? 0)) / spread ** 2);
    for (const row of rows) addGradient(row, w, g);
    for (let i = 0; i < w.length; i++) {
      const slope = g[i] ?? 0;
      m[i] = 0.9 * (m[i] ?? 0) + 0.1 * slope;
      v[i] = 0.999 * (v[i] ?? 0) + 0.001 * slope ** 2;
      w[i] = (w[i] ?? 0) - (RATE * ((m[i] ?? 0) / (1 - 0.9 ** step))) / (Math.sqrt((v[i] ?? 0) / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  const rounded = (name: string) => Math.round((w[index.get(name) ?? -1] ?? 0) * 100) / 100;
  return {
    features: Object.fromEntries(FEATURES.map((name) => [name, rounded(name)])) as Weights["features"],
    kinds: Object.fromEntries(KINDS.map((name) => [name, rounded(name)])) as Weights["kinds"],
  };
}

type Sparse = readonly (readonly [index: number, value: number])[];

function addGradient(
  { counts, candidates }: { counts: number; candidates: { right: boolean; values: Sparse }[] },
  w: number[],
  g: number[],
): void {
  const scores = candidates.map(({ values }) => values.reduce((sum, [i, value]) => sum + (w[i] ?? 0) * value, 0));
  const highest = Math.max(SCORE_MIN, ...scores);
  const chances = scores.map((score) => Math.exp((score - highest) / SCORE_PER_E));
  const none = Math.exp((SCORE_MIN - highest) / SCORE_PER_E);
  const all = none + chances.reduce((sum, chance) => sum + chance, 0);
  const right = candidates.reduce((sum, each, i) => sum + (each.right ? (chances[i] ?? 0) : 0), 0);
  candidates.forEach((each, i) => {
    const chance = (chances[i] ?? 0) / all;
    const wanted = each.right ? (chances[i] ?? 0) / right : 0;
    const slope = (counts * (chance - wanted)) / SCORE_PER_E;
    for (const [at, value] of each.values) g[at] = (g[at] ?? 0) + slope * value;
  });
}
