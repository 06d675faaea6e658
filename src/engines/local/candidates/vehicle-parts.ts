/** Make and model of a vehicle after one label for both: the make is the first word. */

import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

/** Makes of two words. */
const TWO_WORDS = /^(?:alfa|aston|land|range|great|rolls)$/iu;

export function vehicleParts(leaf: Leaf, claims: Claims): Candidate[] {
  const [part] = leaf.concepts;
  if (part !== "make" && part !== "model") return [];
  return claims.labels.flatMap(({ hits }) =>
    hits
      .filter((hit) => hit.concepts.has("make_and_model"))
      .flatMap((hit) => claims.near(hit, "text").map((near) => ({ ...near, hit })))
      .flatMap(({ value, features, hit }) => {
        const parted = partOf(value, part);
        return parted ? [candidateOf(leaf, parted, hit, { ...features, firstConcept: 1 })] : [];
      }),
  );
}

function partOf(value: Value, part: "make" | "model"): Value | null {
  const words = value.cell.words.slice(value.from, value.to);
  const count = TWO_WORDS.test(words[0]?.text ?? "") ? 2 : 1;
  const chosen = part === "make" ? words.slice(0, count) : words.slice(count);
  if (chosen.length === 0) return null;
  const from = value.from + (part === "make" ? 0 : count);
  const raw = chosen.map((word) => word.text).join(" ");
  return { cell: value.cell, from, to: from + chosen.length, raw, box: boxAround(chosen), fit: 1 };
}
