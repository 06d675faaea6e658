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
 * (`startOf`). `alone` judges each candidate by itself. `scaled`: intercept and slope that make the mean of both in log-odds true. `last` adds
 * to the log-odds of the likeliest candidate what the last look says of it (`lastOf`). `least`: the probability from which a candidate is given
 * as an answer.
 */
export type Ranking = TwoLooks & { least: number; last: Trees };
export type TwoLooks = Trees & { together: Trees; alone: Trees; scaled: readonly number[] };

/** The ranking that is shipped: it learned from all development documents. */
export const RANKING: Ranking = ranking;

/**
 * The trees as complete ones in flat lists, which are walked without a branch: below the node `n` of a tree stand `2n + 1` and `2n + 2`. A
 * leaf further up is put at every place below it.
 */
const compiled = memo(({ trees }: Trees) => {
  const depth = trees.reduce((most, tree) => Math.max(most, depthOf(tree, 0)), 0);
  const leaves = 1 << depth;
  const feature = new Uint16Array(trees.length * (leaves - 1));
  const threshold = new Float32Array(trees.length * (leaves - 1));
  const value = new Float32Array(trees.length * leaves);
  trees.forEach((tree, at) => {
    const put = (node: number, place: number) => {
      const [first = 0, limit = 0, l = node, r = node] = tree[node] ?? [];
      if (place >= leaves - 1) {
        value[at * leaves + place - (leaves - 1)] = first;
        return;
      }
      if (l !== node) {
        feature[at * (leaves - 1) + place] = first;
        threshold[at * (leaves - 1) + place] = limit;
      }
      put(l, 2 * place + 1);
      put(r, 2 * place + 2);
    };
    put(0, 0);
  });
  return { feature, threshold, value, depth, count: trees.length };
}, new WeakMap());

function depthOf(tree: number[][], node: number): number {
  const [, , l, r] = tree[node] ?? [];
  return l === undefined || r === undefined ? 0 : 1 + Math.max(depthOf(tree, l), depthOf(tree, r));
}

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
  const { feature, threshold, value, depth, count } = compiled(by);
  const leaves = 1 << depth;
  let sum = by.base;
  for (let tree = 0; tree < count; tree++) {
    const root = tree * (leaves - 1);
    let node = 0;
    for (let level = 0; level < depth; level++) {
      const at = root + node;
      node = 2 * node + 2 - +((features[feature[at] ?? 0] ?? 0) < (threshold[at] ?? 0));
    }
    // The first leaf is the node behind the last one inside.
    sum += value[root + tree + node - (leaves - 1)] ?? 0;
  }
  return sum;
}
