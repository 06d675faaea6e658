/** Months and years as people print them without a day: `Jan 2019`, `03/2017`, `2019年3月`, `Spring 2018`, `2015`. */
import { monthOrSeasonOf } from "#language/months.ts";

/** `month` is 1…12, or null when only the year is printed. */
export type YearMonth = { year: number; month: number | null };

/** Two-digit years from here on belong to the 20th century. */
const CENTURY_PIVOT = 60;

/** Null when the text has no year. The day of a full date is dropped. */
export function readYearMonth(text: string): YearMonth | null {
  const year = /(?:19|20)\d\d/.exec(text);
  if (year) return { year: Number(year[0]), month: monthBeside(text, year.index) };
  const short = /^(\d{1,2})\s?[/.]\s?(\d\d)$/.exec(text.trim()) ?? /(?<!\p{L})(\p{L}+)[.,]?\s{0,2}[-'’]?\s?(\d\d)$/u.exec(text.trim());
  const month = short && (/^\d/.test(short[1] ?? "") ? Number(short[1]) : monthOrSeasonOf(short[1] ?? ""));
  if (!short || month === null || month < 1 || month > 12) return null;
  const two = Number(short[2]);
  return { year: (two >= CENTURY_PIVOT ? 1900 : 2000) + two, month };
}

function monthBeside(text: string, yearAt: number): number | null {
  for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
    const month = monthOrSeasonOf(word);
    if (month !== null) return month;
  }
  const before = text.slice(0, yearAt).match(/\d{1,2}/g);
  const after = text.slice(yearAt + 4).match(/^\D{0,3}(\d{1,2})/);
  const [first, second] = before ?? (after?.[1] ? [after[1]] : []);
  const month = Number(second !== undefined && Number(second) <= 12 ? second : first);
  return month >= 1 && month <= 12 ? month : null;
}

/** `2019-03`, or `2019`. */
export function printYearMonth({ year, month }: YearMonth): string {
  return month === null ? String(year) : `${year}-${String(month).padStart(2, "0")}`;
}
