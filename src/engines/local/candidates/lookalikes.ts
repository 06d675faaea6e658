/** Fields without a known concept: labels on the page that read like the field's name or description. */

import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import type { LabelIndex } from "#engines/local/page/label-index.ts";
import { valuesNear } from "#engines/local/page/near-label.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

export function lookalikes(leaf: Leaf, claims: Claims, index: LabelIndex): Candidate[] {
  if (leaf.words.length === 0) return [];
  return index.like(leaf.words).flatMap(({ label, sheet, likeness }) => {
    const byCell = claims.labels.find((each) => each.sheet === sheet)?.byCell ?? new Map();
    return valuesNear(label, leaf.kind, sheet, byCell).map(({ value, features }) =>
      candidateOf(leaf, value, label, { ...features, likeness }),
    );
  });
}
