/** Fields without a known concept: finds labels on the page that resemble the field's name or description. */

import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import type { LabelIndex } from "#engines/local/page/label-index.ts";
import type { LabelHit, LabelsByCell } from "#engines/local/page/labels-on-page.ts";
import { valuesNear } from "#engines/local/page/near-label.ts";
import type { Features } from "#engines/local/weights.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

export function lookalikes(leaf: Leaf, claims: Claims, index: LabelIndex): Candidate[] {
  if (leaf.words.length === 0) return [];
  const second = leaf.concepts.length > 0 ? { secondBest: 1 } : {};
  return index.like(leaf.words).flatMap(({ label, sheet, likeness }) => {
    const byCell: LabelsByCell = claims.byPage.get(sheet.page.number)?.byCell ?? new Map();
    if (leaf.concepts.length > 0 && saysOther(leaf, label, byCell.get(label.cell)?.[0])) return [];
    const numbered = numberSigns(leaf, label);
    return valuesNear(label, leaf.kind, sheet, byCell).map(({ value, features }) =>
      candidateOf(leaf, value, label, { ...features, likeness, ...second, ...numbered }),
    );
  });
}

/** Whether the form's number of the label, before its words or after "line", is the field's number or another one. */
function numberSigns({ number }: Leaf, { cell, to }: LabelHit): Features {
  const printed = cell.words.slice(0, to + 1).flatMap(({ text }) => /^(\d{1,3}[a-z]?)[.):]?$/i.exec(text)?.[1]?.toLowerCase() ?? []);
  if (number === null || printed.length === 0) return {};
  return printed.includes(number.text) ? { labelNumber: 1 } : { otherNumber: 1 };
}

/** Whether the whole label has a known meaning that is not a shorter name of what the field asks for, as "Date" may be. */
function saysOther(leaf: Leaf, label: LabelHit, known: LabelHit | undefined): boolean {
  if (known === undefined || known.from > 0 || known.tokens.length < label.tokens.length) return false;
  return known.tokens.some((token) => !leaf.words.includes(token));
}
