/** Boosted decision trees: the sum of what each tree says of the features, as a probability. */
import { memo } from "#contract/memo.ts";
import { largest } from "#documents/long-lists.ts";
import ranking from "./ranking.json" with { type: "json" };

/**
 * `features`: names in order; `trees`: for each node [feature, threshold, left, right], and for each leaf [value]; a feature below the
 * threshold goes left.
 */
export type Trees = { features: string[]; base: number; trees: number[][][] };
/**
 * Written by `bench/train/trees.py`: the first look and two second ones, in view of the other fields. The scores of a field's candidates by the
 * first look and by `together` are weighed against each other and 0 for none (`chancesOf`); `together` begins with what the first look says
 * (`startOf`). `alone` judges each candidate by itself. `scaled`: intercept and slope that make the mean of both in log-odds true. `least`: the
 * probability from which a candidate is given as an answer.
 */
export type Ranking = Trees & { least: number; together: Trees; alone: Trees; scaled: readonly number[] };

/** The ranking that is shipped: it learned from all development documents. */
export const RANKING: Ranking = ranking;

/** The trees in flat lists, which are walked some ten times faster than nested ones. */
const compiled = memo(({ trees }: Trees) => {
  const nodes = trees.reduce((sum, tree) => sum + tree.length, 0);
  const feature = new Int16Array(nodes).fill(-1);
  const value = new Float32Array(nodes);
  const next = new Int32Array(2 * nodes);
  const roots: number[] = [];
  let at = 0;
  for (const tree of trees) {
    roots.push(at);
    tree.forEach(([first = 0, threshold = 0, l, r], i) => {
      if (l === undefined || r === undefined) value[at + i] = first;
      else {
        feature[at + i] = first;
        value[at + i] = threshold;
        next[2 * (at + i)] = at + l;
        next[2 * (at + i) + 1] = at + r;
      }
    });
    at += tree.length;
  }
  return { feature, value, next, roots };
}, new WeakMap());

/** The probability that what the features are of is right, 0..1. `features` are in the order of the trees'. */
export function chanceOf(features: Float32Array, by: Trees): number {
  return 1 / (1 + Math.exp(-scoreOf(features, by)));
}

/** The probability of each candidate of a field, of which one is right or none, from their scores; 0 is the score of none. */
export function chancesOf(scores: readonly number[]): number[] {
  const most = Math.max(0, largest(scores));
  const shares = scores.map((score) => Math.exp(score - most));
  const all = shares.reduce((sum, share) => sum + share, Math.exp(-most));
  return shares.map((share) => share / all);
}

/** The sum of what each tree says of the features. */
export function scoreOf(features: Float32Array, by: Trees): number {
  const { feature, value, next, roots } = compiled(by);
  let sum = by.base;
  for (const root of roots) {
    let node = root;
    for (let at = feature[node] ?? -1; at >= 0; at = feature[node] ?? -1) {
      node = next[2 * node + ((features[at] ?? 0) < (value[node] ?? 0) ? 0 : 1)] ?? 0;
    }
    sum += value[node] ?? 0;
  }
  return sum;
}
