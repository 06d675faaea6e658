/** How likely each candidate of a field is its answer. */
import type { Ranked } from "#engines/local/assign.ts";
import type { Candidate } from "#engines/local/candidates/candidate.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { type Claims, claimKey } from "#engines/local/page/claims.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { type Pair, pairedPages, pairsOf } from "#engines/local/pairs/pair-candidates.ts";
import { PAIR_FEATURES } from "#engines/local/pairs/pair-features.ts";
import { type Span, saidBy } from "#engines/local/pairs/spans.ts";
import { type Feature, SCORE_MIN, SCORE_PER_E } from "#engines/local/weights.ts";
import { chanceOf, type Ranking } from "./trees.ts";

/** What the rules of known concepts say of a candidate: their score, its lead over the best other one, and its rank. */
const RULE_FEATURES = ["rules.score", "rules.lead", "rules.rank"] as const;
/** Evidence that is not in the texts around a value: agreement of sums, fields of the form, sentences that state it, the letter head. */
const EVIDENCE: readonly Feature[] = [
  "sumHolds",
  "columnSum",
  "paidAgrees",
  "paidBelow",
  "afterChange",
  "formField",
  "outsideForm",
  "clause",
  "clauseSupported",
  "clauseOpposed",
  "partyAgrees",
  "partyDiffers",
  "letterhead",
  "letterWindow",
  "onWeb",
  "legalForm",
  "looksLikeLabel",
  "numberedLine",
  "ownNumber",
];
export const ALL_FEATURES: readonly string[] = [...PAIR_FEATURES, ...RULE_FEATURES, ...EVIDENCE];

/** Candidates of the rules that are ranked; later ones never win. */
const RULED_MAX = 12;
/** Check digits of a machine-readable zone prove its place on the page and most of its values. */
const PROVEN = 0.97;

/** A candidate with all features of ALL_FEATURES. */
export type Featured = { candidate: Candidate; features: Float32Array };

/** For each leaf its candidates: those of the rules and those of the texts around, one of each place and words. */
export function featuredOf(proposals: ReadonlyMap<Leaf, readonly Candidate[]>, claims: Claims): Map<Leaf, Featured[]> {
  const leaves = [...proposals.keys()];
  const more = new Map([...proposals].map(([leaf, all]) => [leaf, all.slice(0, RULED_MAX).map(spanOf)] as const));
  const pairs = pairsOf(pairedPages(claims, leaves), more);
  return new Map(leaves.map((leaf) => [leaf, (pairs.get(leaf) ?? []).map(withRules(leaf, proposals.get(leaf) ?? []))] as const));
}

const spanOf = ({ value }: Candidate): Span => ({ ...value, shape: "words", lines: 1 });
const keyOf = (value: Value): string => `${claimKey(value)}:${value.raw}`;

function withRules(leaf: Leaf, ruled: readonly Candidate[]): (pair: Pair) => Featured {
  const known = new Map<string, Candidate>();
  for (const each of ruled) if (!known.has(keyOf(each.value))) known.set(keyOf(each.value), each);
  const scores = ruled.map(({ score }) => score).sort((a, b) => b - a);
  return ({ span, features: paired }) => {
    const candidate = known.get(keyOf(span));
    const features = new Float32Array(ALL_FEATURES.length);
    features.set(paired);
    const [first = 0, second = 0] = scores;
    const rules = candidate
      ? [candidate.score, candidate.score - (candidate.score === first ? second : first), scores.indexOf(candidate.score) / 10]
      : [-1, -2, 2];
    features.set(rules, paired.length);
    EVIDENCE.forEach((name, i) => {
      features[paired.length + rules.length + i] = candidate?.features[name] ?? 0;
    });
    return { candidate: candidate ?? plain(leaf, span), features };
  };
}

function plain(leaf: Leaf, span: Span): Candidate {
  const answer = leaf.kind === "mark" ? saidBy(span.raw) : null;
  return { leaf, value: span, label: null, features: {}, score: 0, ...(answer === null ? {} : { answer }) };
}

const MEANS_OTHER = ALL_FEATURES.indexOf("meansOther");
const RULES_SCORE = ALL_FEATURES.indexOf("rules.score");

/** The candidates with their probabilities, by a learned ranking. */
function ranked(featured: ReadonlyMap<Leaf, readonly Featured[]>, by: Ranking): Map<Leaf, Ranked[]> {
  return new Map(
    [...featured].map(([leaf, all]) => [
      leaf,
      all.map(({ candidate, features }) => ({ ...candidate, chance: chanceOfCandidate(candidate, features, by) })),
    ]),
  );
}

/** A label that is known to mean something else, such as "Due date" for a date of delivery, names no answer that the rules do not propose. */
function chanceOfCandidate({ features: { mrz } }: Candidate, features: Float32Array, by: Ranking): number {
  if (mrz !== undefined) return Math.max(PROVEN, chanceOf(features, by));
  const refused = (features[MEANS_OTHER] ?? 0) > 0 && (features[RULES_SCORE] ?? 0) < SCORE_MIN;
  return refused ? 0 : chanceOf(features, by);
}

/** The candidates of all leaves with their probabilities: signatures by the ink that the rules found, everything else by the ranking. */
export function rankedOf(proposals: ReadonlyMap<Leaf, readonly Candidate[]>, claims: Claims, by: Ranking): Map<Leaf, Ranked[]> {
  const isSignature = ([{ field }]: readonly [Leaf, unknown]) => field.type === "signature";
  const signatures = [...proposals].filter(isSignature).map(([leaf, all]) => [leaf, byRules(all)] as const);
  return new Map([...ranked(featuredOf(new Map([...proposals].filter((each) => !isSignature(each))), claims), by), ...signatures]);
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
