/** Where somebody comes from to work: "cycle in every morning from Hove". */
import { groupsOf, WORD_END } from "#language/phrases.ts";
import { namesAfter } from "./names-after.ts";
import { matchesAt, type Range, rangesAt } from "./ranges.ts";

/** Sticky, by the code of the language. */
const WAYS: [string, RegExp][] = [];
for (const { code, group } of groupsOf("scoring", "blind_commutes")) WAYS.push([code, new RegExp(`${group}${WORD_END}`, "iuy")]);
const FROM: [string, RegExp][] = [];
for (const { code, group } of groupsOf("scoring", "blind_from")) FROM.push([code, new RegExp(`${group}(?= \\p{Lu})`, "iuy")]);

const of = (all: readonly [string, RegExp][], codes: ReadonlySet<string>) =>
  all.flatMap(([code, pattern]) => (codes.has(code) ? [pattern] : []));

/** `starts`: where its words begin. `codes`: the languages it may be in. */
export function commutesIn(text: string, starts: readonly number[], codes: ReadonlySet<string>): Range[] {
  if (!matchesAt(starts, of(WAYS, codes), text)) return [];
  return rangesAt(starts, of(FROM, codes), text).flatMap((range) => namesAfter(text, range));
}
