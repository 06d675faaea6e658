/** Fields without a known concept: labels on the page that read like the field's name or description. */
import type { Claims } from "./claims.ts";
import type { LabelIndex } from "./label-index.ts";
import type { Leaf } from "./leaves.ts";
import { valuesNear } from "./near-label.ts";
import { type Candidate, candidateOf } from "./propose.ts";

export function lookalikes(leaf: Leaf, claims: Claims, index: LabelIndex): Candidate[] {
  if (leaf.words.length === 0) return [];
  return index.like(leaf.words).flatMap(({ label, sheet, likeness }) => {
    const byCell = claims.labels.find((each) => each.sheet === sheet)?.byCell ?? new Map();
    return valuesNear(label, leaf.kind, sheet, byCell).map(({ value, features }) =>
      candidateOf(leaf, value, label, { ...features, likeness }),
    );
  });
}
