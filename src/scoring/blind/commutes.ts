/** Where somebody lives or comes from to work: "cycle in every morning from Hove", "lives two streets from the mill in Halifax". */
import { groupsOf, WORD_END } from "#language/phrases.ts";
import { namesAfter } from "./names-after.ts";
import { matchesAt, type Range, rangesAt } from "./ranges.ts";

/** Sticky, by the code of the language. */
type OfLanguage = readonly [string, RegExp];
/** Words of the way or of a home, and the prepositions before its place. */
type Telling = { words: readonly OfLanguage[]; before: readonly OfLanguage[] };

const TELLING: Telling[] = [];
for (const [list, before] of [
  ["blind_commutes", "blind_from"],
  ["blind_dwells", "blind_dwells_in"],
] as const) {
  TELLING.push({
    words: groupsOf("scoring", list).map(({ code, group }): OfLanguage => [code, new RegExp(`${group}${WORD_END}`, "iuy")]),
    before: groupsOf("scoring", before).map(({ code, group }): OfLanguage => [code, new RegExp(`${group}(?=\\s)`, "iuy")]),
  });
}

const of = (all: readonly OfLanguage[], codes: ReadonlySet<string>) => all.flatMap(([code, pattern]) => (codes.has(code) ? [pattern] : []));

/** `starts`: where its words begin. `codes`: the languages it may be in. */
export function commutesIn(text: string, starts: readonly number[], codes: ReadonlySet<string>): Range[] {
  return TELLING.filter(({ words }) => matchesAt(starts, of(words, codes), text)).flatMap(({ before }) =>
    rangesAt(starts, of(before, codes), text).flatMap((range) => (/^\s\p{Lu}/u.test(text.slice(range.to)) ? namesAfter(text, range) : [])),
  );
}
