/** Names of countries, in the languages of the word lists. */
import { once } from "#contract/memo.ts";
import { fold } from "./fold.ts";
import { LANGUAGES, listsOfAll } from "./words.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Unicode's names of all regions that ISO 3166 may have, and those of the word lists. */
const names = once((): ReadonlySet<string> => {
  const codes = [...LETTERS].flatMap((one) => [...LETTERS].map((other) => one + other));
  const unicode = LANGUAGES.flatMap(({ code }) => {
    const named = new Intl.DisplayNames(code, { type: "region", fallback: "none" });
    return codes.flatMap((each) => named.of(each) ?? []);
  });
  return new Set([...unicode, ...Object.values(listsOfAll(({ countries }) => countries)).flat()].map(fold));
});

/** Whether the text is the name of a country and nothing else. */
export const isCountry = (text: string): boolean => /^\P{N}{3,50}$/u.test(text) && names().has(fold(text));
