/** The candidates of every field with all that is known of each: the texts around it and what the rules of known concepts say. */
import type { Candidate } from "#engines/local/candidates/candidate.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { type Claims, claimKey } from "#engines/local/page/claims.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { PAIR_FEATURES } from "#engines/local/pairs/feature-names.ts";
import { type Pair, pairsOf } from "#engines/local/pairs/pair-candidates.ts";
import { pairedPages } from "#engines/local/pairs/paired-pages.ts";
import type { Span } from "#engines/local/pairs/span.ts";
import { saidBy } from "#engines/local/pairs/spans.ts";
import type { Feature } from "#engines/local/weights.ts";
import type { Place } from "#structure/labels/surroundings.ts";

/** What the rules of known concepts say of a candidate: their score, its lead over the best other one, and its rank. */
const RULE_FEATURES = ["rules.score", "rules.lead", "rules.rank"] as const;
/** Of a candidate that the rules do not propose. */
const UNRULED = [-1, -2, 2];
/** Of a field that they propose nothing for: they say nothing against its candidates. */
const UNKNOWN = [0, 0, 0];
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

/** Candidates of the rules that are ranked; later ones never win, but for values at the line that the field names. */
const RULED_MAX = 12;
const isRanked = ({ features }: Candidate, i: number): boolean => i < RULED_MAX || features.numberedLine !== undefined;

/** A candidate with all features of ALL_FEATURES. `place`: where its best label stands; null without one. */
export type Featured = { candidate: Candidate; features: Float32Array; place: Place | null };

/** For each leaf its candidates: those of the rules, those of the texts around, and `recalled` ones; one of each place and words. */
export function featuredOf(
  proposals: ReadonlyMap<Leaf, readonly Candidate[]>,
  claims: Claims,
  recalled?: ReadonlyMap<Leaf, readonly Span[]>,
): Map<Leaf, Featured[]> {
  const leaves = [...proposals.keys()];
  const more = new Map(
    [...proposals].map(([leaf, all]) => [leaf, [...all.filter(isRanked).map(spanOf), ...(recalled?.get(leaf) ?? [])]] as const),
  );
  const pairs = pairsOf(pairedPages(claims, leaves), more);
  return new Map(leaves.map((leaf) => [leaf, (pairs.get(leaf) ?? []).map(withRules(leaf, proposals.get(leaf) ?? []))] as const));
}

const spanOf = ({ value }: Candidate): Span => ({ ...value, shape: "words", lines: 1 });
const keyOf = (value: Value): string => `${claimKey(value)}:${value.raw}`;

function withRules(leaf: Leaf, ruled: readonly Candidate[]): (pair: Pair) => Featured {
  const known = new Map<string, Candidate>();
  for (const each of ruled) if (!known.has(keyOf(each.value))) known.set(keyOf(each.value), each);
  const scores = ruled.map(({ score }) => score).sort((a, b) => b - a);
  return ({ span, features: paired, place }) => {
    const candidate = known.get(keyOf(span)) ?? (leaf.kind === "address" ? extended(span, ruled) : undefined);
    const features = new Float32Array(ALL_FEATURES.length);
    features.set(paired);
    const [first = 0, second = 0] = scores;
    const rules = candidate
      ? [candidate.score, candidate.score - (candidate.score === first ? second : first), scores.indexOf(candidate.score) / 10]
      : ruled.length > 0
        ? UNRULED
        : UNKNOWN;
    features.set(rules, paired.length);
    if (candidate)
      EVIDENCE.forEach((name, i) => {
        features[paired.length + rules.length + i] = candidate.features[name] ?? 0;
      });
    return { candidate: candidate ?? plain(leaf, span), features, place };
  };
}

/** The rules say of an address in several lines what they say of its first. */
function extended(span: Span, ruled: readonly Candidate[]): Candidate | undefined {
  const first =
    span.shape === "block" ? ruled.find(({ value }) => claimKey(value) === claimKey(span) && span.raw.startsWith(value.raw)) : undefined;
  return first && { ...first, value: span };
}

function plain(leaf: Leaf, span: Span): Candidate {
  const answer = leaf.kind === "mark" ? (span.answer ?? saidBy(span.raw)) : null;
  return { leaf, value: span, label: null, features: {}, score: 0, ...(answer === null ? {} : { answer }) };
}
