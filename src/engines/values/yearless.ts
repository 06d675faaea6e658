/** Days that are printed without their year, as in the rows of a statement and in letters, and what tells the year. */
import { largest } from "#documents/long-lists.ts";
import { allIn } from "#language/all-in.ts";
import { monthOf } from "#language/months.ts";
import { anyOf } from "#language/phrases.ts";
import { type DateOrder, fullYear, isoDate, matchDate } from "./date.ts";

const ORDINAL = `(?: ?${anyOf("engines", "ordinal_endings")}(?!\\p{L})|[.º°])?`;
const OF = `(?:${anyOf("engines", "of_in_dates")} )?`;
/** Nothing that may be a year, more of a number or of a word follows. */
const END = "(?!\\.?,? ?(?:(?:de|of) )?(?:\\d|['’]\\d))(?!\\p{L})";
const DAY_MONTH = new RegExp(`(?<![\\p{L}\\p{N}.,/:-])(\\d{1,2})${ORDINAL}[ -]?${OF}(\\p{L}{3,12})\\.?${END}`, "giu");
const MONTH_DAY = new RegExp(`(?<![\\p{L}\\p{N}.,/:-])(\\p{L}{3,12})\\.? (\\d{1,2})${ORDINAL}${END}`, "giu");
/** In figures only where nothing else stands there. */
const IN_FIGURES = /^(\d{1,2})([/.])(\d{1,2})\.?$/;

type Day = { start: number; end: number; day: number; month: number };

/** Where days without a year stand in the text, left to right: those whose month is a word. `start`, `end`: of its characters. */
export function daysIn(text: string): Day[] {
  if (!/\d/.test(text)) return [];
  const found = [
    ...allIn(text, DAY_MONTH).map((hit) => dayOf(hit, hit[1], hit[2])),
    ...allIn(text, MONTH_DAY).map((hit) => dayOf(hit, hit[2], hit[1])),
  ];
  return found.filter((each) => each !== null).sort((a, b) => a.start - b.start);
}

/** A year that has every day. */
const LEAP_YEAR = 2000;

/** "may" and "mar" in a sentence are no months: they are capitalised, or the day stands before them. */
function dayOf({ 0: all, index }: RegExpExecArray, day = "", name = ""): Day | null {
  const month = monthOf(name);
  if (month === null || isoDate(LEAP_YEAR, month, Number(day)) === null) return null;
  if (!/^\d/.test(all) && !/^\p{Lu}/u.test(all)) return null;
  return { start: index, end: index + all.replace(/\.$/, "").length, day: Number(day), month };
}

/** In the column of dates of a table a day may also stand in figures: "01/15", "15.01.". */
export const cellDayIn = (text: string): { start: number; end: number } | undefined =>
  IN_FIGURES.test(text) ? { start: 0, end: text.length } : daysIn(text)[0];

/**
 * What tells the year of days without one. `only`: the year that all dates of the document are of, but for those of years long before; `written`: the
 * day a letter is dated, YYYY-MM-DD. Null where they are of several years, or nothing shows it.
 */
export type YearSigns = { only: number | null; written: string | null };

export const yearSignsOf = (text: string): YearSigns => ({ only: onlyYear(text), written: dayWritten(text) });

/** The first day of the text, as YYYY-MM-DD; null where it prints none, nothing tells its year, or it is in figures whose order is not known. */
export function dayIn(text: string, signs: YearSigns, order: DateOrder): string | null {
  const [first] = daysIn(text);
  if (first) return dated(first, signs);
  const [, a, sign, b] = IN_FIGURES.exec(text.trim()) ?? [];
  if (a === undefined || b === undefined || (sign === "/" && order === null)) return null;
  const [day, month] = order === false && sign === "/" ? [b, a] : [a, b];
  return dated({ day: Number(day), month: Number(month) }, signs);
}

/** A letter speaks of days so near to its own; farther ones may be of either year. */
const NEAR_DAYS_MAX = 120;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The date of a day: that near to the day a letter is dated, else that in the only year of the document's dates; null where nothing tells the year. */
export function dated({ day, month }: Pick<Day, "day" | "month">, { only, written }: YearSigns): string | null {
  if (written !== null) {
    const year = Number(written.slice(0, 4));
    const near = [year - 1, year, year + 1]
      .map((each) => isoDate(each, month, day))
      .find((iso) => iso !== null && Math.abs(Date.parse(iso) - Date.parse(written)) <= NEAR_DAYS_MAX * DAY_MS);
    if (near) return near;
  }
  return only === null ? null : isoDate(only, month, day);
}

const YEAR = /(?<![\p{L}\d])(?:19|20)\d{2}(?!\d)/gu;
const SHORT_YEAR = /(?<![\d./-])\d{1,2}([./-])\d{1,2}\1(\d{2})(?![\d./-])/g;
/** A date has so many characters before its year at most, and behind it. */
const [BEFORE, BEHIND] = [24, 7];
const DATE_START = /(?<![\p{L}\d./-])(?:\d{1,4}|\p{L}{3,12})(?=[\s./\-,])/gu;
/** Births and laws are of earlier years than the latest date by more than this. */
const YEARS_MAX = 2;

/** The year that all dates of the text are of, but for those of years long before; null where they are of several, or there is none. */
export function onlyYear(text: string): number | null {
  const years = new Set([...text.matchAll(SHORT_YEAR)].map(([, , short = ""]) => fullYear(short)));
  for (const { 0: year, index } of text.matchAll(YEAR)) {
    if (!years.has(Number(year)) && isDated(text.slice(Math.max(0, index - BEFORE), index + year.length + BEHIND), year))
      years.add(Number(year));
  }
  const latest = largest(years);
  const recent = [...years].filter((year) => year >= latest - YEARS_MAX);
  return recent.length === 1 ? latest : null;
}

/** A letter is dated in one of its first lines, behind one word, a place or a label at most: "Leeds, 3 May 2024". */
const PLACE_OR_LABEL = /^(?:\S+|[^,:]+[,:](?: \S+)?)?\s*$/u;
const [HEAD_LINES, LINE_CHARACTERS_MAX] = [25, 50];

/** The day that a line of the head ends with, of those that are not of years long before; null for none or several. */
function dayWritten(text: string): string | null {
  const days = new Set<string>();
  for (const line of text.split("\n", HEAD_LINES)) {
    if (line.length > LINE_CHARACTERS_MAX) continue;
    for (const { index } of line.matchAll(DATE_START)) {
      if (!PLACE_OR_LABEL.test(line.slice(0, index))) continue;
      const found = matchDate(line.slice(index), null);
      if (!found || found.date.other !== null || /[\p{L}\d]/u.test(line.slice(index + found.length))) continue;
      days.add(found.date.iso);
      break;
    }
  }
  const latest = largest([...days].map((day) => Number(day.slice(0, 4))));
  const recent = [...days].filter((day) => Number(day.slice(0, 4)) >= latest - YEARS_MAX);
  return recent.length === 1 ? (recent[0] ?? null) : null;
}

const isDated = (text: string, year: string): boolean =>
  allIn(text, DATE_START).some(({ index }) => matchDate(text.slice(index), true)?.date.iso.startsWith(year));
