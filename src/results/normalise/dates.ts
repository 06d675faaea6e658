/** Dates, times, and both together. */
import { printDate, printedDayFirst } from "#engines/values/asked-form.ts";
import { isoDate, matchDate, type ReadDate } from "#engines/values/date.ts";
import { rangeStartsIn } from "#engines/values/date-range.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import { readTime } from "#engines/values/time.ts";
import { printYearMonth, readYearMonth } from "#engines/values/year-month.ts";
import { dayIn } from "#engines/values/yearless.ts";
import { nameTokens } from "#language/fold.ts";
import { mrzDate } from "#language/mrz.ts";
import { type Doubt, type Reader, type Reading, sure } from "./reading.ts";

export const readDateField: Reader = (raw, { field, line, locale: shown }) => {
  const locale = { ...shown, dayFirst: printedDayFirst(field) ?? shown.dayFirst };
  if (field.format === "year-month") return yearMonth(raw);
  const coded = mrzDate(raw, line(), nameTokens(field.name).includes("birth"));
  const day = coded && isoDate(coded.year, coded.month, coded.day);
  const printed = (iso: string) => printDate(iso, field.format);
  if (day !== null) return sure(printed(day));
  const date = dateIn(raw, locale) ?? rangeStart(raw, line(), locale);
  if (date) return withDoubt(printed(date.iso), { iso: printed(date.iso), other: date.other && printed(date.other) });
  const inYear = dayIn(raw.replace(/\s+/g, " ").trim(), locale.years, locale.dayFirst);
  return inYear === null ? null : { value: printed(inYear), confidence: YEAR_CONCLUDED, doubts: [] };
};

/** The year is that of the document's other dates, or of the day it is written. */
const YEAR_CONCLUDED = 0.9;

/** Low enough that a confidence stays below 0.5 however sure the place is: either order may be right. */
const ORDER_CONCLUDED = 0.25;

/** ISO 8601 without the day, as precise as printed: `2019-03`, `2019`. */
function yearMonth(raw: string): Reading | null {
  const read = readYearMonth(raw);
  return read && sure(printYearMonth(read));
}

export const readTimeField: Reader = (raw) => {
  const time = readTime(raw);
  return time === null ? null : sure(time);
};

/** RFC 3339; a time zone only when one is printed, seconds always. A date without a time stays a date. */
export const readDatetimeField: Reader = (raw, { locale }) => {
  const date = dateIn(raw, locale);
  if (!date) return null;
  const time = readTime(raw.slice(date.end).replace(/^[T,\s-]+/, " "));
  if (time === null) return withDoubt(date.iso, date);
  const zone = /(Z|UTC|GMT|[+-]\d{2}:?\d{2})\s*$/i.exec(raw.slice(date.end))?.[1] ?? "";
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(.\d{2}):?/, "$1:") : zone === "" ? "" : "Z";
  return withDoubt(`${date.iso}T${time.length === 5 ? `${time}:00` : time}${offset}`, date);
};

/** The first date in the words; others may precede it, as in `Leeds, 3 May 2024`. */
function dateIn(raw: string, locale: DocumentLocale): (ReadDate & { end: number }) | null {
  const text = raw.replace(/\s+/g, " ").trim();
  const starts = [0, ...[...text.matchAll(/(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map((hit) => hit.index)];
  for (const start of starts.slice(0, 30)) {
    const found = matchDate(text.slice(start), locale.dayFirst);
    if (found) return { ...found.date, end: start + found.length };
  }
  return null;
}

/** A day whose year is printed at the end of its range only. */
function rangeStart(raw: string, line: string, { dayFirst }: DocumentLocale): ReadDate | null {
  const day = raw.replace(/\s+/g, " ").trim();
  const text = line.replace(/\s+/g, " ");
  const at = (order: boolean | null) => rangeStartsIn(text, order).find(({ start, end }) => text.slice(start, end) === day)?.iso;
  const iso = at(dayFirst);
  const other = dayFirst === null ? [true, false].map(at).find((each) => each !== iso) : undefined;
  return iso === undefined ? null : { iso, other: other ?? null };
}

function withDoubt(value: string, date: ReadDate): Reading {
  if (date.other === null) return sure(value);
  const doubt: Doubt = {
    code: "ambiguous_date",
    message: "The document does not show whether the day or the month comes first.",
    candidates: [date.iso, date.other],
  };
  return { value, confidence: ORDER_CONCLUDED, doubts: [doubt] };
}
