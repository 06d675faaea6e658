/**
 * Fields that a form numbers by lines, such as "line 9": the number is printed before the words of the line, and again before its value.
 */
import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import { valuesIn } from "#engines/local/page/values-in.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

const CELLS_RIGHT_MAX = 2;

/** Values directly right of their number. */
export function numberedLines(leaf: Leaf, claims: Claims): Candidate[] {
  const { number } = leaf;
  if (number?.of !== "line") return [];
  return claims.labels.flatMap(({ sheet }) =>
    sheet.lines.flatMap((line) =>
      line.flatMap((cell, column) => {
        if (cell.words.length > 1 || cell.text.toLowerCase().replace(/[.:]$/, "") !== number.text) return [];
        const next = line.slice(column + 1, column + 1 + CELLS_RIGHT_MAX).find((other) => !/^[$€£]?$/.test(other.text.trim()));
        const [value] = next ? valuesIn(next, leaf.kind) : [];
        return value && next && value.from === 0 && value.to === next.words.length
          ? [candidateOf(leaf, value, null, { numberedLine: 1, fit: value.fit })]
          : [];
      }),
    ),
  );
}
