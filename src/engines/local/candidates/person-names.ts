/** First and last names taken from a full name, where the document has no labels for the parts. */

import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { anyOf } from "#language/phrases.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

export type NamePart = "first_name" | "last_name";

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

/** Where that part of a name stands whose words are those from `from` to `to`: the last one is the last name, those before it the first names. */
export const partRange = (part: NamePart, from: number, to: number): [from: number, to: number] =>
  part === "last_name" ? [to - 1, to] : [from, to - 1];

/** The part of the name behind its titles. */
function partOf(value: Value, part: NamePart): Value | null {
  const all = value.cell.words.slice(value.from, value.to);
  const titles = all.findIndex((word) => !isTitle(word.text));
  const words = titles < 0 ? [] : all.slice(titles);
  if (words.length < 2 || words.length > NAME_WORDS_MAX || !words.every((word) => NAME_WORD.test(word.text))) return null;
  const [from, to] = partRange(part, value.from + titles, value.to);
  const chosen = value.cell.words.slice(from, to);
  const raw = chosen.map((word) => word.text).join(" ");
  return { cell: value.cell, from, to, raw, box: boxAround(chosen), fit: 1 };
}
