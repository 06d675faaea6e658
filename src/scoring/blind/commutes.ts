/** Where somebody lives or comes from to work: "cycle in every morning from Hove", "lives two streets from the mill in Halifax". */
import { groupsOf, WORD_END } from "#language/phrases.ts";
import { namesAfter } from "./names-after.ts";
import { matchesAt, type Range, rangesAt } from "./ranges.ts";

/** Sticky, by the code of the language. */
type OfLanguage = readonly [string, RegExp];
const WAYS: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_commutes")) WAYS.push([code, new RegExp(`${group}${WORD_END}`, "iuy")]);
const FROM: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_from")) FROM.push([code, new RegExp(`${group}(?=\\s)`, "iuy")]);
const DWELLS: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_dwells")) DWELLS.push([code, new RegExp(`${group}${WORD_END}`, "iuy")]);
const DWELLS_IN: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_dwells_in")) DWELLS_IN.push([code, new RegExp(`${group}(?=\\s)`, "iuy")]);
/** Words of the way or of a home, and the prepositions before its place. */
const TELLING = [
  { words: WAYS, before: FROM },
  { words: DWELLS, before: DWELLS_IN },
];

const of = (all: readonly OfLanguage[], codes: ReadonlySet<string>) => all.flatMap(([code, pattern]) => (codes.has(code) ? [pattern] : []));

/** `starts`: where its words begin. `codes`: the languages it may be in. */
export function commutesIn(text: string, starts: readonly number[], codes: ReadonlySet<string>): Range[] {
  return TELLING.filter(({ words }) => matchesAt(starts, of(words, codes), text)).flatMap(({ before }) =>
    rangesAt(starts, of(before, codes), text).flatMap((range) => (/^\s\p{Lu}/u.test(text.slice(range.to)) ? namesAfter(text, range) : [])),
  );
}
