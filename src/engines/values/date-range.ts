/** The first of two days whose year, and perhaps month, is printed once, behind the second: "July 1 - July 31, 2014", "du 1er au 30 juin 2026". */
import { allIn } from "#language/all-in.ts";
import { anyOf } from "#language/phrases.ts";
import { type DateOrder, matchDate } from "./date.ts";

const START = new RegExp(
  "(?<![\\p{L}\\p{N}.,/])(\\p{L}{3,9}\\.? \\d{1,2}|\\d{1,2}\\.? \\p{L}{3,9}\\.?|\\d{1,2}\\.\\d{1,2}\\.|\\d{1,2}/\\d{1,2}|" +
    `\\d{1,2}(?:${anyOf("engines", "ordinal_endings")}|[.º°])?)` +
    `(?: ?[-–—] ?| ${anyOf("engines", "between_dates")} | ${anyOf("engines", "conjunctions")} )`,
  "giu",
);
/** Longer than any date with its weekday and spaces. */
const DATE_CHARACTERS_MAX = 100;

/** `start`, `end`: its characters; the year is that of the range's end, or the one before where it would come later than that. */
export type RangeStart = { start: number; end: number; iso: string };

export function rangeStartsIn(text: string, order: DateOrder): RangeStart[] {
  return allIn(text, START).flatMap((hit): RangeStart[] => {
    const [all, day = ""] = hit;
    const rest = text.slice(hit.index + all.length).slice(0, DATE_CHARACTERS_MAX);
    const last = matchDate(rest, order)?.date.iso;
    if (!last) return [];
    const end = hit.index + day.length;
    const iso = DAY_ALONE.test(day) ? null : startBefore(day, last, order);
    if (iso !== null) return [{ start: hit.index, end, iso }];
    // "from 1 to 30 June": the word in front is no month.
    const alone = day.replace(/^\p{L}+\.? /u, "");
    const inMonth = DAY_ALONE.test(alone) ? dayBefore(alone, last, rest) : null;
    return inMonth === null ? [] : [{ start: end - alone.length, end, iso: inMonth }];
  });
}

const DAY_ALONE = /^\d{1,2}(?:\p{L}+|[.º°])?$/u;

/** The day in the month of the last one, which begins with its own day: "1 to 30 June", not "12 - June 30". */
function dayBefore(day: string, last: string, rest: string): string | null {
  const [first, until] = [Number.parseInt(day, 10), Number(last.slice(8))];
  return Number.parseInt(rest, 10) === until && first > 0 && first < until ? `${last.slice(0, 8)}${String(first).padStart(2, "0")}` : null;
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
