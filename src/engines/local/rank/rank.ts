/** How likely each candidate of a field is its answer. */
import type { Ranked } from "#engines/local/assign.ts";
import type { Candidate } from "#engines/local/candidates/candidate.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import type { Recall } from "#engines/local/recall/recall.ts";
import { SCORE_MIN, SCORE_PER_E } from "#engines/local/weights.ts";
import { ALL_FEATURES, type Featured, featuredOf } from "./featured.ts";
import { type LastLook, lastOf, type Twice } from "./last.ts";
import { type Chanced, startOf, togetherOf } from "./together.ts";
import { chancesOf, type Ranking, scoreOf, type Trees, type TwoLooks } from "./trees.ts";

/** Check digits of a machine-readable zone prove its place on the page and most of its values. */
const PROVEN = 0.97;
/** What the form itself says leaves little doubt, whatever stands around it. */
const PLAIN = 0.9;

const MEANS_OTHER = ALL_FEATURES.indexOf("meansOther");
const RULES_SCORE = ALL_FEATURES.indexOf("rules.score");

/** The candidates with their probabilities: by themselves, in view of the likely answers of the other fields, and the likeliest once more. */
function ranked(featured: ReadonlyMap<Leaf, readonly Featured[]>, by: Ranking): Map<Leaf, Ranked[]> {
  const twice = lookedTwice(featured, by);
  const last = lastOf(twice);
  return new Map(
    [...twice].map(([leaf, { all, chances }]) => {
      const sound = soundValue(leaf, all);
      const look = last.get(leaf);
      const final = look ? judgedAgain(chances, look, by) : chances;
      return [leaf, besidePlain(all.map((each, i) => ({ ...each.candidate, chance: lastChance(each, final[i] ?? 0, sound) })))];
    }),
  );
}

/** The candidates of each field with what the first two looks say of them. */
export function lookedTwice(featured: ReadonlyMap<Leaf, readonly Featured[]>, by: TwoLooks): Map<Leaf, Twice> {
  const first = chancedOf(featured, by);
  const together = togetherOf(first);
  return new Map(
    [...first].map(([leaf, all]) => {
      const second = together.get(leaf) ?? [];
      const chances = secondChances(all, second, by).map((chance, i) => (all[i]?.chance === 0 ? 0 : chance));
      return [leaf, { all, second, chances }];
    }),
  );
}

/** The last look judges the likeliest candidate alone; no other one is likelier than it afterwards. */
function judgedAgain(chances: readonly number[], { at, features }: LastLook, { last }: Ranking): number[] {
  const before = chances[at] ?? 0;
  if (before < UNLIKELY) return [...chances];
  const after = 1 / (1 + Math.exp(-(oddsOf(Math.min(before, 1 - UNLIKELY)) + scoreOf(features, last))));
  return chances.map((chance, i) => (i === at ? after : Math.min(chance, after)));
}

/** The mean, in log-odds, of the candidates' probabilities against each other and of each by itself, made true. */
function secondChances(all: readonly Chanced[], features: readonly Float32Array[], by: TwoLooks): number[] {
  const scores = features.map((each) => startOf(each) + scoreOf(each, by.together));
  const [intercept = 0, slope = 1] = by.scaled;
  return atAllPlaces(all, chancesOf(scores)).map((chance, i) => {
    if (chance < UNLIKELY) return chance;
    const alone = scoreOf(features[i] ?? new Float32Array(), by.alone);
    return 1 / (1 + Math.exp(-(intercept + (slope * (oddsOf(chance) + alone)) / 2)));
  });
}

/** No answer, whatever a second judgement says. */
const UNLIKELY = 1e-3;
const LEAST = 1e-6;
const oddsOf = (chance: number): number => Math.log(chance / Math.max(LEAST, 1 - chance));

/** The likeliest of the places that print the same value gets the probability of all: whichever it is, the value is right. */
function atAllPlaces(all: readonly Chanced[], chances: readonly number[]): number[] {
  const places = Map.groupBy(chances.keys(), (i) => all[i]?.candidate.value.raw);
  const out = [...chances];
  for (const same of places.values()) {
    const best = same.reduce((one, other) => ((chances[other] ?? 0) > (chances[one] ?? 0) ? other : one));
    out[best] = same.reduce((sum, i) => sum + (chances[i] ?? 0), 0);
  }
  return out;
}

/** Of a field's candidates one is the answer: what is left beside a plain one is little. */
function besidePlain(all: Ranked[]): Ranked[] {
  if (!all.some(({ isPlain }) => isPlain)) return all;
  return all.map((each) => (each.isPlain ? each : { ...each, chance: Math.min(each.chance, 1 - PLAIN) }));
}

/** The candidates of each field with their probabilities by what is known of each. */
export function chancedOf(featured: ReadonlyMap<Leaf, readonly Featured[]>, by: Trees): Map<Leaf, Chanced[]> {
  return new Map(
    [...featured].map(([leaf, all]) => {
      const chances = chancesOf(all.map(({ features }) => scoreOf(features, by)));
      return [leaf, all.map((each, i) => ({ ...each, chance: isRefused(each) ? 0 : (chances[i] ?? 0) }))];
    }),
  );
}

/** A label that is known to mean something else, such as "Due date" for a date of delivery, names no answer that the rules do not propose. */
const isRefused = ({ features }: Featured): boolean => (features[MEANS_OTHER] ?? 0) > 0 && (features[RULES_SCORE] ?? 0) < SCORE_MIN;

function lastChance({ candidate }: Chanced, own: number, sound: string | null): number {
  if (candidate.features.mrz !== undefined) return Math.max(PROVEN, own);
  return candidate.isPlain || candidate.value.raw === sound ? Math.max(PLAIN, own) : own;
}

/**
 * A value that checks by itself: the only IBAN with true check digits, for a field that asks for an IBAN without saying whose, or the only amount
 * that equals net and tax together, or the money given less change. Null where there is none, or several.
 */
function soundValue({ kind, party }: Leaf, all: readonly Featured[]): string | null {
  const isSound = ({ candidate: { value, features } }: Featured) =>
    (kind === "iban" && party === null && value.fit === 1) || (features.sumHolds ?? 0) > 0 || (features.paidAgrees ?? 0) > 0;
  const [first, ...others] = new Set(all.filter(isSound).map(({ candidate }) => candidate.value.raw));
  return others.length === 0 ? (first ?? null) : null;
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
