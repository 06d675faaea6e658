/** Names of months in all languages. */
import { fold } from "./fold.ts";
import { LANGUAGES } from "./words.ts";

const BY_NAME: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap(({ months = [] }) => months.flatMap((names, i) => names.map((name) => [fold(name), i + 1] as const))),
);

/** A season counts as its middle month on the northern half of the earth. */
const SEASON_MONTHS = [1, 4, 7, 10];
const SEASONS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap(({ seasons = [] }) => seasons.flatMap((names, i) => names.map((name) => [fold(name), SEASON_MONTHS[i] ?? 1] as const))),
);

/** 1..12, or null when the word is not a month. */
export const monthOf = (word: string): number | null => BY_NAME.get(fold(word)) ?? null;

/** 1..12: of a season its middle month. Null when the word is neither. */
export const monthOrSeasonOf = (word: string): number | null => monthOf(word) ?? SEASONS.get(fold(word)) ?? null;
