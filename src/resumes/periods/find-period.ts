/** Periods and dates as résumés print them: months, seasons, years, `to`, `since`, `present`, in the languages of the headings. */

import { readYearMonth, type YearMonth } from "#engines/values/year-month.ts";
import { fold } from "#language/fold.ts";
import { monthOrSeasonOf } from "#language/months.ts";
import { anyOf, WORD_END, WORD_START } from "#language/phrases.ts";
import { PRESENT, SINCE, TO } from "#resumes/lexicon/period-words.ts";
import { remember } from "#resumes/lexicon/remember.ts";
import type { Period } from "#resumes/outline.ts";

/**
 * `from` and `to` are character positions in the text. A single date is the start, unless words such as `until` or `expected` make it the
 * end.
 */
export type FoundPeriod = { period: Period; from: number; to: number; single: boolean };

const words = (list: readonly string[]) => list.map((word) => word.replace(/[.\\+*?()[\]{}|^$]/g, "\\$&").replace(/ /g, "\\s")).join("|");

const YEAR = "(?:19|20)(?:\\d\\d|XX|xx)";
const NAME = "\\p{L}{2,12}";
const DATE = [
  // 2019年3月, 2019年
  `(?:19|20)\\d\\d\\s?${anyOf("resumes", "year_signs")}(?:\\s?\\d{1,2}\\s?${anyOf("resumes", "month_signs")})?`,
  // 15.03.2019, 03/15/2019, 2019-03-15
  "\\d{1,2}\\s?[./-]\\s?\\d{1,2}\\s?[./-]\\s?(?:19|20)\\d\\d",
  "(?:19|20)\\d\\d[./-](?:0[1-9]|1[0-2])[./-]\\d{1,2}",
  // 03/2019, 2019-03
  "(?:0?[1-9]|1[0-2])\\s?[./-]\\s?(?:19|20)\\d\\d",
  "(?:19|20)\\d\\d[./-](?:0[1-9]|1[0-2])(?![\\d/])",
  // 15 March 2019, March 2019, Mar. '19, March 15, 2019, de marzo de 2019, Spring 2019
  `(?:\\d{1,2}(?:${anyOf("resumes", "day_suffixes")}|\\.)?\\s?${anyOf("resumes", "of_month")}?\\s?)?${NAME}[.,]?\\s?(?:\\d{1,2}${anyOf("resumes", "day_suffixes_after_month")}?(?:,\\s?|\\s))?(?:${anyOf("resumes", "of_year")}\\s|[-/])?\\s?${YEAR}`,
  `${NAME}[.,]?\\s?[-'’]\\s?\\d\\d(?!\\d)`,
  YEAR,
].join("|");
const END = `${DATE}|${words(PRESENT)}|(?:0?[1-9]|1[0-2])/\\d\\d(?!\\d)`;
const PERIOD = new RegExp(
  `${WORD_START}(?:(?:${words(SINCE)}|${anyOf("resumes", "before_period")})(?!\\p{L})\\s?:?\\s?)?(?<a>${DATE}|(?:0?[1-9]|1[0-2])/\\d\\d(?=\\s?[-–—]))\\s{0,2}(?:\\s(?:${words(TO)})(?:\\s|:\\s)|[-–—‒−~〜～:,/]{1,2}|${anyOf("resumes", "between_dates_unspaced")}|~|(?=\\s(?:${anyOf("resumes", "present_after_space")}|(?:\\p{L}{3,9}\\.?\\s)?(?:19|20)\\d\\d[^\\p{L}\\p{N}]{0,3}$)))\\s{0,2}(?:(?:${words(TO)})\\s{1,2})?(?<b>${END})${anyOf("resumes", "after_period")}?${WORD_END}`,
  "giu",
);
const FROM_NAME = new RegExp(
  `${WORD_START}(?<m>${NAME})\\.?\\s?(?:[-–—‒]|\\s(?:${words(TO)})\\s)\\s?(?<b>${NAME}\\.?,?\\s?${YEAR})${WORD_END}`,
  "giu",
);
const SHORT_END = new RegExp(`${WORD_START}(?<a>(?:19|20)\\d\\d)\\s?[-–—/]\\s?(?<b>\\d\\d)${WORD_END}(?![./-]\\d)`, "gu");
/** Two years without the dash between them, which was lost in the conversion of a PDF to text. */
const GLUED = new RegExp(`${WORD_START}(?<a>(?:19|20)\\d\\d)(?<b>(?:19|20)\\d\\d|${anyOf("resumes", "present_glued")})${WORD_END}`, "giu");
const SINCE_DATE = new RegExp(
  `${WORD_START}(?:${words(SINCE)})(?!\\p{L})\\s?:?\\s?(?<a>${DATE})${WORD_END}(?:\\s?${anyOf("resumes", "after_since")})?`,
  "giu",
);
const SINGLE = new RegExp(`${WORD_START}(?<a>${DATE})${WORD_END}`, "giu");

/** The first period of the text, else its first date; null when there is neither. */
export const findPeriod = remember((text): FoundPeriod | null => (MAY_DATE.test(text) ? (range(text) ?? single(text)) : null));

/** A year, an abbreviated one with its mark, or a month before an abbreviated one. */
const MAY_DATE = /(?:19|20)(?:\d\d|XX)|\p{L}[.,]?\s*[-'’]\s?\d\d|\d\/\d\d/iu;

function range(text: string): FoundPeriod | null {
  for (const hit of text.matchAll(PERIOD)) {
    const start = dateOf(hit.groups?.a ?? "");
    const end = endOf(hit.groups?.b ?? "");
    if (start === undefined || end === undefined) continue;
    if (start && end && end !== "present" && end.year < start.year) continue;
    return found(text, hit, { start, end }, false);
  }
  for (const hit of text.matchAll(GLUED)) {
    const start = dateOf(hit.groups?.a ?? "");
    const end = endOf(hit.groups?.b ?? "");
    if (start && end && (end === "present" || (end.year >= start.year && end.year < 2100))) return found(text, hit, { start, end }, false);
  }
  for (const hit of text.matchAll(FROM_NAME)) {
    const month = monthOrSeasonOf(hit.groups?.m ?? "");
    const end = dateOf(hit.groups?.b ?? "");
    if (month !== null && end) return found(text, hit, { start: { year: end.year, month }, end }, false);
  }
  for (const hit of text.matchAll(SHORT_END)) {
    const year = Number(hit.groups?.a);
    const end = Math.floor(year / 100) * 100 + Number(hit.groups?.b);
    if (end > year && end - year < 50) return found(text, hit, { start: { year, month: null }, end: { year: end, month: null } }, false);
  }
  return null;
}

function single(text: string): FoundPeriod | null {
  for (const hit of text.matchAll(SINCE_DATE)) {
    const start = dateOf(hit.groups?.a ?? "");
    if (start !== undefined) return found(text, hit, { start, end: "present" }, false);
  }
  for (const hit of text.matchAll(SINGLE)) {
    const date = dateOf(hit.groups?.a ?? "");
    if (date !== undefined) return found(text, hit, { start: date, end: null }, true);
  }
  return null;
}

function found(text: string, hit: RegExpExecArray, ends: Omit<Period, "raw">, isSingle: boolean): FoundPeriod {
  const { from, to } = withinYearOnly(text, hit);
  return { period: { ...ends, raw: text.slice(from, to).trim() }, from, to, single: isSingle };
}

const LEAD = new RegExp(
  `^(?:\\d{1,2}(?!\\d)\\S{0,4}\\s{1,2})?(?:${anyOf("resumes", "before_month")}\\s{1,2})?(${NAME})[.,]?\\s{0,2}(?=${YEAR}|['’])`,
  "iu",
);

/** A word before a year that is not a month is not part of the date. */
function withinYearOnly(text: string, hit: RegExpExecArray): { from: number; to: number } {
  const to = hit.index + hit[0].length;
  const lead = LEAD.exec(hit[0]);
  const known = !lead || monthOrSeasonOf(lead[1] ?? "") !== null || SINCE.includes((lead[1] ?? "").toLowerCase());
  return { from: known ? hit.index : hit.index + (lead?.[0].length ?? 0), to: Math.min(to, text.length) };
}

function endOf(text: string): YearMonth | "present" | null | undefined {
  return PRESENT_FOLDED.has(fold(text)) ? "present" : dateOf(text);
}

const PRESENT_FOLDED = new Set(PRESENT.map(fold));

/** Undefined when it is not a date; null when the year is left open (20XX). */
function dateOf(text: string): YearMonth | null | undefined {
  return /(?:19|20)XX/i.test(text) ? null : (readYearMonth(text) ?? undefined);
}
