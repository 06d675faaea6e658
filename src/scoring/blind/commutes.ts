/** Finds the place that somebody commutes from or lives in: "cycle in every morning from Hove", "lives two streets from the mill in Halifax". */
import { namesAfter } from "./names-after.ts";
import { ofLanguages, patternsOf } from "./phrase-patterns.ts";
import { matchesAt, type Range, rangesAt } from "./ranges.ts";

/** Words of the way to work or of a home, and the prepositions before its place. */
const TELLING = [
  { words: patternsOf("blind_commutes"), before: patternsOf("blind_from") },
  { words: patternsOf("blind_dwells"), before: patternsOf("blind_dwells_in") },
];

/** `starts`: where its words begin. `codes`: the languages it may be in. */
export function commutesIn(text: string, starts: readonly number[], codes: ReadonlySet<string>): Range[] {
  return TELLING.filter(({ words }) => matchesAt(starts, ofLanguages(words, codes), text)).flatMap(({ before }) =>
    rangesAt(starts, ofLanguages(before, codes), text).flatMap((range) =>
      /^\s\p{Lu}/u.test(text.slice(range.to)) ? namesAfter(text, range) : [],
    ),
  );
}
