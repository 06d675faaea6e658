/** How likely each candidate of a field is its answer. */
import type { Ranked } from "#engines/local/assign.ts";
import type { Candidate } from "#engines/local/candidates/candidate.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import type { Recall } from "#engines/local/recall/recall.ts";
import { SCORE_MIN, SCORE_PER_E } from "#engines/local/weights.ts";
import { ALL_FEATURES, type Featured, featuredOf } from "./featured.ts";
import { type Chanced, togetherOf } from "./together.ts";
import { chanceOf, type Ranking } from "./trees.ts";

/** Check digits of a machine-readable zone prove its place on the page and most of its values. */
const PROVEN = 0.97;
/** What the form itself says leaves little doubt, whatever stands around it. */
const PLAIN = 0.9;

const MEANS_OTHER = ALL_FEATURES.indexOf("meansOther");
const RULES_SCORE = ALL_FEATURES.indexOf("rules.score");

/** The candidates with their probabilities: first each by itself, then in view of the likely answers of the other fields. */
function ranked(featured: ReadonlyMap<Leaf, readonly Featured[]>, by: Ranking): Map<Leaf, Ranked[]> {
  const first = chancedOf(featured, by);
  const second = togetherOf(first);
  return new Map(
    [...first].map(([leaf, all]) => [
      leaf,
      besidePlain(all.map((each, i) => ({ ...each.candidate, chance: lastChance(each, second.get(leaf)?.[i], by) }))),
    ]),
  );
}

/** Of a field's candidates one is the answer: what is left beside a plain one is little. */
function besidePlain(all: Ranked[]): Ranked[] {
  if (!all.some(({ isPlain }) => isPlain)) return all;
  return all.map((each) => (each.isPlain ? each : { ...each, chance: Math.min(each.chance, 1 - PLAIN) }));
}

/** The candidates with the probabilities that each has by itself. */
export function chancedOf(featured: ReadonlyMap<Leaf, readonly Featured[]>, by: Ranking): Map<Leaf, Chanced[]> {
  return new Map([...featured].map(([leaf, all]) => [leaf, all.map((each) => ({ ...each, chance: firstChance(each.features, by) }))]));
}

/** A label that is known to mean something else, such as "Due date" for a date of delivery, names no answer that the rules do not propose. */
function firstChance(features: Float32Array, by: Ranking): number {
  const refused = (features[MEANS_OTHER] ?? 0) > 0 && (features[RULES_SCORE] ?? 0) < SCORE_MIN;
  return refused ? 0 : chanceOf(features, by);
}

function lastChance({ candidate, chance }: Chanced, second: Float32Array | undefined, by: Ranking): number {
  const own = second && chance > 0 ? chanceOf(second, by.together) : 0;
  if (candidate.features.mrz !== undefined) return Math.max(PROVEN, own);
  return candidate.isPlain ? Math.max(PLAIN, own) : own;
}

/**
 * The candidates of all leaves with their probabilities: signatures by the ink that the rules found, everything else by the ranking, and by
 * what is remembered of the layout.
 */
export function rankedOf(
  proposals: ReadonlyMap<Leaf, readonly Candidate[]>,
  claims: Claims,
  by: Ranking,
  recall: Recall | null = null,
): Map<Leaf, Ranked[]> {
  const isSignature = ([{ field }]: readonly [Leaf, unknown]) => field.type === "signature";
  const signatures = [...proposals].filter(isSignature).map(([leaf, all]) => [leaf, byRules(all)] as const);
  const others = new Map([...proposals].filter((each) => !isSignature(each)));
  const own = ranked(featuredOf(others, claims, recall?.spans), by);
  const looked = recall ? [...own].map(([leaf, all]) => [leaf, recall.looked(leaf, all)] as const) : own;
  return new Map([...looked, ...signatures]);
}

/** The candidates of the rules with the probability against each other and "not in the document". */
function byRules(all: readonly Candidate[]): Ranked[] {
  return all.filter(({ score }) => score >= SCORE_MIN).map((each) => ({ ...each, chance: marginOf(each, all) }));
}

function marginOf(chosen: Candidate, all: readonly Candidate[]): number {
  const chance = (score: number) => Math.exp((score - chosen.score) / SCORE_PER_E);
  // The same value at several places counts once.
  const others = new Map<string, number>();
  for (const { value, score } of all)
    if (value.raw !== chosen.value.raw) others.set(value.raw, Math.max(score, others.get(value.raw) ?? score));
  const rivals = [SCORE_MIN, ...others.values()].reduce((sum, score) => sum + chance(score), 0);
  return Math.round((1 / (1 + rivals)) * 1000) / 1000;
}
