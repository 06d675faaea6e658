/** The first day of a range whose year is printed once, at its end: "July 1 - July 31, 2014", "01.07. - 31.07.2014". */
import { anyOf } from "#language/phrases.ts";
import { type DateOrder, matchDate } from "./date.ts";

const START = new RegExp(
  "(?<![\\p{L}\\p{N}.,/])(\\p{L}{3,9}\\.? \\d{1,2}|\\d{1,2}\\.? \\p{L}{3,9}\\.?|\\d{1,2}\\.\\d{1,2}\\.|\\d{1,2}/\\d{1,2})" +
    `(?: ?[-–—] ?| ${anyOf("engines", "between_dates")} )`,
  "giu",
);
/** Longer than any date with its weekday and spaces. */
const DATE_CHARACTERS_MAX = 100;

/** `start`, `end`: its characters; the year is that of the range's end, or the one before where it would come later than that. */
export type RangeStart = { start: number; end: number; iso: string };

export function rangeStartsIn(text: string, order: DateOrder): RangeStart[] {
  return [...text.matchAll(START)].flatMap((hit): RangeStart[] => {
    const [all, day = ""] = hit;
    const rest = text.slice(hit.index + all.length).slice(0, DATE_CHARACTERS_MAX);
    const last = matchDate(rest, order)?.date.iso;
    const iso = last && startBefore(day, last, order);
    return iso ? [{ start: hit.index, end: hit.index + day.length, iso }] : [];
  });
}

/** A year that has every day. */
const LEAP_YEAR = 2000;

/** The day in the year of the last one, or in the year before where it would come later; null where that year has no such day. */
function startBefore(day: string, last: string, order: DateOrder): string | null {
  const inAnyYear = inYear(day, LEAP_YEAR, order);
  const year = Number(last.slice(0, 4));
  return inAnyYear && inYear(day, inAnyYear.slice(4) <= last.slice(4) ? year : year - 1, order);
}

const inYear = (day: string, year: number, order: DateOrder): string | null =>
  matchDate(day.includes("/") ? `${day}/${year}` : day.endsWith(".") ? `${day}${year}` : `${day} ${year}`, order)?.date.iso ?? null;
