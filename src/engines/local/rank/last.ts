/**
 * The last look, at the likeliest candidate of each field alone: whether it is right, by all that is known of it, by what sets it off from
 * the next one, and by the other fields' answers.
 */
import type { Leaf } from "#engines/local/leaves.ts";
import { ALL_FEATURES } from "./featured.ts";
import { type Chanced, SECOND_FEATURES } from "./together.ts";

/** A field's candidates with what two looks say of them; `chances` are the probabilities so far. */
export type Twice = { all: readonly Chanced[]; second: readonly Float32Array[]; chances: readonly number[] };
/** `at`: which candidate is the likeliest. `features`: in the order of LAST_FEATURES. */
export type LastLook = { at: number; features: Float32Array };

const OWN = [
  /** The probability so far, and that of the next candidate of other words. */
  "chance",
  "next",
  /** Candidates of the field, and those of the same words. */
  "count",
  "same",
  /** Fields of the schema, and the mean of what is likeliest for the others; -1 without others. */
  "fields",
  "others",
];

export const LAST_FEATURES: readonly string[] = [
  ...ALL_FEATURES,
  ...SECOND_FEATURES.map((name) => `second.${name}`),
  ...OWN.map((name) => `last.${name}`),
  ...ALL_FEATURES.map((name) => `over.${name}`),
];

/** For each field that has candidates what the last look sees. */
export function lastOf(fields: ReadonlyMap<Leaf, Twice>): Map<Leaf, LastLook> {
  const tops = new Map([...fields].map(([leaf, twice]) => [leaf, likeliest(twice.chances)] as const));
  const chances = [...tops].map(([leaf, at]) => fields.get(leaf)?.chances[at] ?? 0);
  const sum = chances.reduce((total, chance) => total + chance, 0);
  return new Map(
    [...fields].flatMap(([leaf, twice]) => {
      const at = tops.get(leaf) ?? -1;
      const others = fields.size > 1 ? (sum - (twice.chances[at] ?? 0)) / (fields.size - 1) : -1;
      return at < 0 ? [] : [[leaf, { at, features: featuresOf(twice, at, fields.size, others) }] as const];
    }),
  );
}

/** The first of the likeliest that may be it; -1 of none. */
function likeliest(chances: readonly number[], may: (at: number) => boolean = () => true): number {
  let top = -1;
  for (let at = 0; at < chances.length; at++) if (may(at) && (top < 0 || (chances[at] ?? 0) > (chances[top] ?? 0))) top = at;
  return top;
}

function featuresOf({ all, second, chances }: Twice, at: number, fields: number, others: number): Float32Array {
  const rawOf = (i: number) => all[i]?.candidate.value.raw;
  const next = likeliest(chances, (i) => rawOf(i) !== rawOf(at));
  const own = all[at]?.features ?? new Float32Array(ALL_FEATURES.length);
  const rival = all[next]?.features;
  const out = new Float32Array(LAST_FEATURES.length);
  out.set(own);
  out.set(second[at]?.subarray(0, SECOND_FEATURES.length) ?? [], ALL_FEATURES.length);
  const same = all.filter((_, i) => rawOf(i) === rawOf(at)).length;
  const start = ALL_FEATURES.length + SECOND_FEATURES.length;
  out.set([chances[at] ?? 0, chances[next] ?? 0, all.length, same, fields, others], start);
  for (let i = 0; i < own.length; i++) out[start + OWN.length + i] = (own[i] ?? 0) - (rival?.[i] ?? 0);
  return out;
}
