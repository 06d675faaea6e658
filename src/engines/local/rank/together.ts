/** The second look at candidates: what the likely answers of a document's other fields say of each. */

import { memo } from "#contract/memo.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { isFormWord } from "#engines/local/match/words.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { nameTokens } from "#language/fold.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Place } from "#structure/labels/surroundings.ts";
import { ALL_FEATURES, type Featured } from "./featured.ts";

/** A candidate with its first probability. */
export type Chanced = Featured & { chance: number };

/** First features that the second look takes over. */
const KEPT = [
  "best",
  "bestCore",
  "coverCore",
  "restSection",
  "code",
  "otherCode",
  "otherField",
  "namesField",
  "ofPlace",
  "nextBest",
  "digits",
  "letters",
  "words",
  "startsCell",
  "endsCell",
  "continues",
  "colonEnd",
  "times",
  "missingWord",
  "labelMissing",
  "ownLabel",
  "ownBegins",
  "ownShare",
  "labelsOther",
  "nameInDocument",
  "rules.score",
  "rules.lead",
  "meansField",
  "isString",
] as const;
const TAKEN_AT = [
  ...KEPT.map((name) => ALL_FEATURES.indexOf(name)),
  ...ALL_FEATURES.flatMap((name, at) => (/^(?:kind|shape)\./.test(name) ? [at] : [])),
];

/** What the second look adds. */
export const SECOND_FEATURES: readonly string[] = [
  "chance",
  "odds",
  "rank",
  "other",
  "lead",
  "same",
  "sum",
  "taken",
  "overTaken",
  "mean",
  "near",
  "nearKin",
  "kin",
  "pageShare",
  "fields",
  "placeShare",
  "inOrder",
  "inOrderNear",
];
export const TOGETHER_FEATURES: readonly string[] = [...SECOND_FEATURES, ...TAKEN_AT.map((at) => ALL_FEATURES[at] ?? "")];

const CHANCE = TOGETHER_FEATURES.indexOf("chance");
const SUM = TOGETHER_FEATURES.indexOf("sum");
/** Chances below it are alike. */
const LEAST = 1e-3;

/** The first look's chance against that of none, in log-odds, from the second features: the second look's trees correct it. */
export function startOf(features: Float32Array): number {
  return Math.log(((features[CHANCE] ?? 0) + LEAST) / (Math.max(0, 1 - (features[SUM] ?? 0)) + LEAST));
}

/** The likeliest candidate of a field. */
type Top = { leaf: Leaf; at: number; chance: number; value: Value; place: Place | null; words: ReadonlySet<string> };

/** Answers less likely say nothing of their neighbours. */
const TOP_MIN = 0.3;
const LINES_MAX = 30;
/** Fields so near in the schema, before or after. */
const NEIGHBOURS = 3;

/** For each field the second features of its candidates, in their order. */
export function togetherOf(first: ReadonlyMap<Leaf, readonly Chanced[]>): Map<Leaf, Float32Array[]> {
  const tops = [...first].flatMap(([leaf, all], at) => topOf(leaf, all, at) ?? []);
  const claimed = claimsOf(first);
  return new Map(
    [...first].map(([leaf, all], at) => {
      const beside = besideOf(leaf, at, tops);
      return [leaf, all.map((each) => featuresOf(each, { leaf, all, at, claimed, fields: first.size, ...beside }))];
    }),
  );
}

/**
 * The answers of the other fields: all, the likely ones, those of fields that share a telling word, and those near in the schema. `weight`: the
 * chances of all together, and of those on one page.
 */
type Beside = {
  others: readonly Top[];
  weight: number;
  weightOn: (page: number) => number;
  likely: readonly Top[];
  kin: readonly Top[];
  nearby: readonly Top[];
};

function besideOf(leaf: Leaf, at: number, tops: readonly Top[]): Beside {
  const others = tops.filter((top) => top.leaf !== leaf);
  const likely = others.filter((top) => top.chance > TOP_MIN);
  const words = coreOf(leaf);
  const kin = likely.filter((top) => [...top.words].some((word) => words.has(word)));
  return {
    others,
    weight: sumOfChances(others),
    weightOn: memo((page: number) => sumOfChances(others.filter(({ value }) => value.cell.page === page))),
    likely,
    kin,
    nearby: likely.filter((top) => Math.abs(top.at - at) <= NEIGHBOURS),
  };
}

const sumOfChances = (tops: readonly Top[]): number => tops.reduce((total, { chance }) => total + chance, 0);

function topOf(leaf: Leaf, all: readonly Chanced[], at: number): Top | null {
  let best: Chanced | null = null;
  for (const each of all) if (!best || each.chance > best.chance) best = each;
  if (!best) return null;
  return { leaf, at, chance: best.chance, value: best.candidate.value, place: best.place, words: coreOf(leaf) };
}

function coreOf({ field, parents }: Leaf): Set<string> {
  return new Set([...nameTokens(field.name).filter((word) => !isFormWord(word)), ...parents]);
}

type Claim = { leaf: Leaf; from: number; to: number; chance: number };

/** For each cell which fields' candidates stand in it. */
function claimsOf(first: ReadonlyMap<Leaf, readonly Chanced[]>): Map<unknown, Claim[]> {
  const claims = new Map<unknown, Claim[]>();
  for (const [leaf, all] of first) {
    for (const { candidate, chance } of all) {
      const { cell, from, to } = candidate.value;
      const known = claims.get(cell);
      if (known) known.push({ leaf, from, to, chance });
      else claims.set(cell, [{ leaf, from, to, chance }]);
    }
  }
  return claims;
}

type Around = Beside & {
  leaf: Leaf;
  all: readonly Chanced[];
  at: number;
  claimed: ReadonlyMap<unknown, readonly Claim[]>;
  fields: number;
};

function featuresOf(own: Chanced, { leaf, all, at, claimed, fields, others, weight, weightOn, likely, kin, nearby }: Around): Float32Array {
  const { chance, features, candidate } = own;
  const { value } = candidate;
  let sum = 0;
  let other = 0;
  let ofRivals = 0;
  let likelier = 0;
  let taken = 0;
  for (const each of all) {
    sum += each.chance;
    if (each.chance > chance) likelier += 1;
    if (each.candidate.value.raw === value.raw) continue;
    other = Math.max(other, each.chance);
    ofRivals += each.chance;
  }
  const same = sum - ofRivals;
  for (const each of claimed.get(value.cell) ?? [])
    if (each.leaf !== leaf && each.from < value.to && each.to > value.from) taken = Math.max(taken, each.chance);
  const first = [
    chance,
    Math.log((chance + 1e-4) / (1 - chance + 1e-4)),
    likelier / 10,
    other,
    chance - other,
    same,
    sum,
    taken,
    chance - taken,
    others.length === 0 ? 0.5 : weight / others.length,
    nearest(value, likely),
    nearest(value, kin),
    Math.min(1, kin.length / 5),
    weight === 0 ? 1 : weightOn(value.cell.page) / weight,
    Math.min(1, fields / 30),
    likely.length === 0 ? -1 : likely.filter((top) => top.place === own.place).length / likely.length,
    ordered(value, at, likely),
    ordered(value, at, nearby),
  ];
  const out = new Float32Array(TOGETHER_FEATURES.length);
  out.set(first);
  for (let i = 0; i < TAKEN_AT.length; i++) out[first.length + i] = features[TAKEN_AT[i] ?? 0] ?? 0;
  return out;
}

/** How many line heights away the nearest of the answers is, as a share of thirty; 1 where there is none on the page. */
function nearest({ cell, box }: Value, tops: readonly Top[]): number {
  const height = Math.max(1, heightOf(cell.box));
  let least = LINES_MAX;
  for (const { value } of tops) if (value.cell.page === cell.page) least = Math.min(least, Math.abs(value.box.top - box.top) / height);
  return least / LINES_MAX;
}

/** The share of answers that stand before or after the value as their fields do in the schema; -1 where there are none. */
function ordered({ cell, from }: Value, at: number, tops: readonly Top[]): number {
  if (tops.length === 0) return -1;
  const before = ({ value }: Top) =>
    value.cell.page - cell.page || value.cell.line - cell.line || value.cell.column - cell.column || value.from - from;
  return tops.filter((top) => (top.at < at ? before(top) < 0 : before(top) > 0)).length / tops.length;
}
