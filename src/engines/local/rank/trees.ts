/** Boosted decision trees: the sum of what each tree says of the features, as a probability. */
import { memo } from "#contract/memo.ts";
import ranking from "./ranking.json" with { type: "json" };

/**
 * `features`: names in order; `trees`: for each node [feature, threshold, left, right], and for each leaf [value]; a feature below the
 * threshold goes left.
 */
export type Trees = { features: string[]; base: number; trees: number[][][] };
/**
 * Written by `bench/train/trees.py`. `together`: the second look, in view of the other fields. `least`: the probability from which a
 * candidate is given as an answer.
 */
export type Ranking = Trees & { least: number; together: Trees };

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

/** The probability that a candidate is right, 0..1. `features` are in the order of the trees'. */
export function chanceOf(features: Float32Array, by: Trees): number {
  const { feature, value, next, roots } = compiled(by);
  let sum = by.base;
  for (const root of roots) {
    let node = root;
    for (let at = feature[node] ?? -1; at >= 0; at = feature[node] ?? -1) {
      node = next[2 * node + ((features[at] ?? 0) < (value[node] ?? 0) ? 0 : 1)] ?? 0;
    }
    sum += value[node] ?? 0;
  }
  return 1 / (1 + Math.exp(-sum));
}
