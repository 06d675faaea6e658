/** A value that may answer a field, with its features. */
import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import type { LabelIndex } from "#engines/local/page/label-index.ts";
import type { LabelHit } from "#engines/local/page/labels-on-page.ts";
import type { PartyMap } from "#engines/local/page/party-map.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import type { RunningText } from "#engines/local/prose/running-text.ts";
import { candidateScore, type Features, scoreOfKind } from "#engines/local/weights.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import type { FormLabel } from "./form-fields.ts";

/**
 * `answer`: what a mark means or which option the words mean, when that differs from the words themselves. `isPlain`: the form itself says
 * so: the only tick among the field's own options, or the value of the line whose number the field is asked for by.
 */
export type Candidate = {
  leaf: Leaf;
  value: Value;
  label: LabelHit | null;
  features: Features;
  score: number;
  answer?: boolean | string;
  isPlain?: boolean;
};
/** What is known about the document before a field is considered. */
export type PageView = {
  claims: Claims;
  parties: PartyMap;
  running: RunningText;
  forms: readonly FormLabel[];
  index: LabelIndex;
  locale: DocumentLocale;
  /** For each field of the schema all words of its name and description. */
  asked: readonly ReadonlySet<string>[];
  /** See `ownNumberOf`. */
  ownNumber: string | null;
  /** See `paidOn`. */
  paid: ReadonlySet<number>;
};

export function candidateOf(leaf: Leaf, value: Value, label: LabelHit | null, features: Features): Candidate {
  return { leaf, value, label, features, score: candidateScore(features) + scoreOfKind(leaf.kind) };
}

/** The candidate with more features and a new score. */
export function withFeatures(candidate: Candidate, more: Features): Candidate {
  const features = { ...candidate.features, ...more };
  return { ...candidate, features, score: candidateScore(features) + scoreOfKind(candidate.leaf.kind) };
}
