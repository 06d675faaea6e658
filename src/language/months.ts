/** Names of months in all languages: Unicode's, as the runtime knows them, and the other spellings of the word lists. */
import { once } from "#contract/memo.ts";
import { fold } from "./fold.ts";
import { LANGUAGES } from "./words.ts";

/** Further languages of Europe whose months are words of their own, beside those of the word lists. */
const MORE_LANGUAGES = ["bg", "ca", "cs", "et", "lt", "lv", "nb", "sk", "sl", "sr"];
/** A month has another form behind a day than alone: "wrzesień", "1 września". */
const FORMS = [{ month: "long" }, { month: "short" }, { month: "long", day: "numeric" }, { month: "short", day: "numeric" }] as const;
const LETTERS = /^\p{L}{3}[\p{L}\p{M}]*$/u;

type Name = readonly [name: string, month: number];

const known: readonly Name[] = LANGUAGES.flatMap(({ months = [] }) =>
  months.flatMap((names, i) => names.map((name): Name => [fold(name), i + 1])),
);

/** Unicode's names take a tenth of a second to ask for: only where a word may be a month. */
const byName = once((): ReadonlyMap<string, number> => new Map([...unicodeNames(), ...known]));

/** Words of letters alone. A word that two languages give to different months, such as "listopad", is left out. */
function unicodeNames(): Name[] {
  const names = [...LANGUAGES.map(({ code }) => code), ...MORE_LANGUAGES].flatMap((code) => FORMS.flatMap((form) => namesIn(code, form)));
  const months = Map.groupBy(names, ([name]) => name);
  return names.filter(([name, month]) => months.get(name)?.every((other) => other[1] === month));
}

function namesIn(code: string, form: Intl.DateTimeFormatOptions): Name[] {
  const format = new Intl.DateTimeFormat(code, { ...form, calendar: "gregory", numberingSystem: "latn", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, i): Name => {
    const part = format.formatToParts(Date.UTC(2026, i, 1)).find(({ type }) => type === "month");
    return [fold(part?.value.replace(/\.$/, "") ?? ""), i + 1];
  }).filter(([name]) => LETTERS.test(name));
}

/** A season counts as its middle month on the northern half of the earth. */
const SEASON_MONTHS = [1, 4, 7, 10];
const SEASONS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap(({ seasons = [] }) => seasons.flatMap((names, i) => names.map((name) => [fold(name), SEASON_MONTHS[i] ?? 1] as const))),
);

/** 1..12, or null when the word is not a month. */
export const monthOf = (word: string): number | null => byName().get(fold(word)) ?? null;

/** 1..12: of a season its middle month. Null when the word is neither. */
export const monthOrSeasonOf = (word: string): number | null => monthOf(word) ?? SEASONS.get(fold(word)) ?? null;
