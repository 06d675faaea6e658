/** Fields without a known concept: labels on the page that read like the field's name or description. */
import { similarity } from "#engines/values/fold.ts";
import { boxAround } from "#engines/values/words.ts";
import type { Claims } from "./claims.ts";
import type { LabelHit } from "./labels-on-page.ts";
import type { Leaf } from "./leaves.ts";
import { valuesNear } from "./near-label.ts";
import { type Candidate, candidateOf } from "./propose.ts";
import type { Cell } from "./sheet.ts";

const LABEL_WORDS_MAX = 8;
const LIKENESS_MIN = 0.5;
const NO_CONCEPTS: ReadonlySet<string> = new Set();

export function lookalikes(leaf: Leaf, claims: Claims): Candidate[] {
  if (leaf.words.length === 0) return [];
  return claims.labels.flatMap(({ sheet, byCell }) =>
    sheet.cells.flatMap((cell) => {
      const hit = labelLike(cell, leaf.words);
      if (!hit) return [];
      return valuesNear(hit.label, leaf.kind, sheet, byCell).map(({ value, features }) =>
        candidateOf(leaf, value, hit.label, { ...features, likeness: hit.likeness }),
      );
    }),
  );
}

/** The leading words of a cell, up to a colon, when most of them are words of the field. */
function labelLike(cell: Cell, wanted: readonly string[]): { label: LabelHit; likeness: number } | null {
  const colon = cell.words.findIndex((word) => /[:：]$/.test(word.text));
  const to = colon >= 0 ? colon + 1 : Math.min(cell.words.length, LABEL_WORDS_MAX);
  const tokens = cell.tokens.filter((token) => token.word < to && /\p{L}/u.test(token.token)).map((token) => token.token);
  if (to > LABEL_WORDS_MAX || tokens.length === 0) return null;
  const shared = wanted.filter((word) =>
    tokens.some((token) => token === word || (word.length > 3 && similarity(token, word) > 0.7)),
  ).length;
  const likeness = (2 * shared) / (wanted.length + tokens.length);
  if (likeness < LIKENESS_MIN) return null;
  const words = cell.words.slice(0, to);
  const label = {
    concepts: NO_CONCEPTS,
    cell,
    from: 0,
    to,
    box: boxAround(words.map((word) => word.box)),
    tokens,
    colon: colon >= 0,
  };
  return { label, likeness };
}
