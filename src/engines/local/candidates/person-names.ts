/** First and last names taken from a full name, where the document has no labels for the parts. */

import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { anyOf } from "#language/phrases.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

const TITLE = new RegExp(`^${anyOf("engines", "personal_titles")}\\.?$`, "iu");
export const NAME_WORD = /^\p{Lu}[\p{L}'’.-]*$/u;
export const NAME_WORDS_MAX = 5;

/** Such as "Mr" and "Dr.". */
export const isTitle = (word: string): boolean => TITLE.test(word);

export function personNames(leaf: Leaf, claims: Claims): Candidate[] {
  const part = leaf.concepts[0];
  if (part !== "first_name" && part !== "last_name") return [];
  return claims.labels.flatMap(({ hits }) =>
    hits
      .filter((hit) => hit.concepts.has("full_name"))
      .flatMap((hit) => claims.near(hit, "name"))
      .flatMap(({ value, features }) => {
        const named = partOf(value, part);
        return named ? [candidateOf(leaf, named, null, features)] : [];
      }),
  );
}

/** The last word is the last name; the words before it, except titles, are the first names. */
function partOf(value: Value, part: "first_name" | "last_name"): Value | null {
  const all = value.cell.words.slice(value.from, value.to);
  const titles = all.findIndex((word) => !isTitle(word.text));
  const words = titles < 0 ? [] : all.slice(titles);
  if (words.length < 2 || words.length > NAME_WORDS_MAX || !words.every((word) => NAME_WORD.test(word.text))) return null;
  const from = value.from + titles + (part === "last_name" ? words.length - 1 : 0);
  const to = part === "last_name" ? value.to : value.to - 1;
  const chosen = value.cell.words.slice(from, to);
  const raw = chosen.map((word) => word.text).join(" ");
  return { cell: value.cell, from, to, raw, box: boxAround(chosen), fit: 1 };
}
