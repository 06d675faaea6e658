/** Dates as documents print them. The order of day and month is never assumed: both readings are returned where both are possible. */
import { monthOf } from "#language/months.ts";
import { anyOf } from "#language/phrases.ts";

export type ReadDate = {
  /** YYYY-MM-DD. */
  iso: string;
  /** The reading with day and month swapped, where it exists and nothing decides; null otherwise. */
  other: string | null;
};

/** `dayFirst`: the order that the document shows elsewhere; null when unknown. */
export type DateOrder = boolean | null;

/** Two-digit years from here on belong to the 20th century. */
const CENTURY_PIVOT = 60;

const NUMERIC = /^(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})(?!\d)/;
/** "12 01 2026", as on a card, and where nothing follows "19041968", as from the boxes of a form. */
const UNSIGNED = /^(\d{2})(?:(\d{2})((?:19|20)\d{2})$| (\d{2}) ((?:19|20)\d{2})(?![\d.,]))/;
const COMPACT_ISO = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const ORDINAL = `(?: ?${anyOf("engines", "ordinal_endings")}(?!\\p{L})| ?[º°ª.])?`;
const OF = anyOf("engines", "of_in_dates");
/** Two digits in front of "Uhr" or of minutes are an hour: "29. Juni, 14 Uhr". */
const NO_CLOCK = `(?!\\s?${anyOf("engines", "oclock")}\\b|[:.h]\\d{2}(?!\\d))`;
const DAY_MONTH = new RegExp(
  `^(\\d{1,2})${ORDINAL}(?:\\s+${anyOf("engines", "after_days")})?([\\s.,/-]*)(?:${OF}\\s+|${anyOf("engines", "of_before_vowels")})?` +
    `(\\p{L}{3,12})\\.?([\\s.,/'’-]*)(?:${OF}\\s+)?(\\d{4}|\\d{2}${NO_CLOCK})\\b`,
  "iu",
);
const MONTH_DAY = new RegExp(
  `^(\\p{L}{3,12})\\.?[\\s./-]*(\\d{1,2})${ORDINAL}[\\s.,/-]+(?:${anyOf("engines", "of_before_years")}\\s+)?(\\d{4}|\\d{2})\\b`,
  "iu",
);
const YEAR_MONTH_DAY = /^(\d{4})[\s./-]+(\p{L}{3,12})\.?[\s./-]+(\d{1,2})\b/iu;

const RANGE = /\s-\s/;

/** A weekday, or a preposition or article. */
const LEAD = new RegExp(`^\\s*(?:\\p{L}{2,10}[.,]{1,2}\\s+|${anyOf("engines", "before_dates")}\\s+)?`, "iu");

/** Reads a date at the very start of the text (a weekday before it is allowed). Null when there is none. */
export function readDate(printed: string, dayFirst: DateOrder): ReadDate | null {
  return matchDate(printed, dayFirst)?.date ?? null;
}

/** As `readDate`, with the number of characters that belong to the date. */
export function matchDate(printed: string, dayFirst: DateOrder): { date: ReadDate; length: number } | null {
  const text = printed.normalize("NFC");
  const lead = LEAD.exec(text)?.[0].length ?? 0;
  for (const skip of lead > 0 ? [0, lead] : [0]) {
    const rest = text.slice(skip);
    const found = numeric(rest, dayFirst) ?? worded(rest) ?? compact(rest) ?? unsigned(rest, dayFirst);
    if (found) return { date: found.date, length: skip + found.length };
  }
  return null;
}

type Found = { date: ReadDate; length: number };

function numeric(text: string, dayFirst: DateOrder): Found | null {
  const hit = NUMERIC.exec(text);
  if (!hit) return null;
  const [all, a = "", mark = "", b = "", c = ""] = hit;
  if (/^[./-]\d/.test(text.slice(all.length))) return null;
  if (a.length === 4) return one(isoDate(Number(a), Number(b), Number(c)), all.length);
  if (a.length > 2 || (c.length !== 4 && c.length !== 2)) return null;
  const year = fullYear(c);
  const day = isoDate(year, Number(b), Number(a));
  const month = mark === "." ? null : isoDate(year, Number(a), Number(b));
  const first = dayFirst === false ? (month ?? day) : (day ?? month);
  if (first === null) return null;
  const open = dayFirst === null && day !== null && month !== null && day !== month;
  return { date: { iso: first, other: open ? (first === day ? month : day) : null }, length: all.length };
}

/** Figures without a sign between them, read as with one. */
function unsigned(text: string, dayFirst: DateOrder): Found | null {
  const hit = UNSIGNED.exec(text.trimEnd());
  const found = hit && numeric(hit.slice(1).filter(Boolean).join("/"), dayFirst);
  return found && { date: found.date, length: hit[0].length };
}

function worded(text: string): Found | null {
  return /^\d/.test(text) ? wordedFromFigures(text) : wordedFromMonth(text);
}

function wordedFromFigures(text: string): Found | null {
  const once = withOneMonth(text);
  const [date, number, before = "", name, behind = "", ofYear] = DAY_MONTH.exec(once) ?? [];
  // A dash with gaps on one side only is that of a range: "July 1 - July 31".
  if (date !== undefined && RANGE.test(before) === RANGE.test(behind)) {
    const found = wordedDate(ofYear, name, number);
    if (found) return one(found, date.length + text.length - once.length);
  }
  const year = YEAR_MONTH_DAY.exec(text);
  return year ? one(wordedDate(year[1], year[2], year[3]), year[0].length) : null;
}

function wordedFromMonth(text: string): Found | null {
  const month = MONTH_DAY.exec(text);
  return month && one(wordedDate(month[3], month[1], month[2]), month[0].length);
}

/** A day with the month in two languages, as in passports: "24 AGO/AUG 1996". OCR takes the stroke for a letter. */
const TWICE = /^(\d{1,2}[\s.,/-]{0,3})(\p{L}{3,9})\.?\s?(?:[/-]\s?[/|1ILT]?|[|1ILT])\s?(\p{L}{3,9})/iu;

/** The text with the month named once; one of the two names may be unknown. */
function withOneMonth(text: string): string {
  const [all = "", day = "", name = "", again = ""] = TWICE.exec(text) ?? [];
  const [month, other] = [monthOf(name) ?? monthOf(again), monthOf(again) ?? monthOf(name)];
  return all === "" || month === null || month !== other ? text : `${day}${monthOf(name) === null ? again : name}${text.slice(all.length)}`;
}

function wordedDate(year = "", month = "", day = ""): string | null {
  const number = monthOf(month);
  return number === null ? null : isoDate(fullYear(year), number, Number(day));
}

function compact(text: string): Found | null {
  const hit = COMPACT_ISO.exec(text.trim());
  return hit ? one(isoDate(Number(hit[1]), Number(hit[2]), Number(hit[3])), text.length) : null;
}

function one(iso: string | null, length: number): Found | null {
  return iso === null ? null : { date: { iso, other: null }, length };
}

export function fullYear(year: string): number {
  if (year.length !== 2) return Number(year);
  return Number(year) + (Number(year) >= CENTURY_PIVOT ? 1900 : 2000);
}

/** Null when the calendar has no such day, or the year is outside 1800..2199. */
export function isoDate(year: number, month: number, day: number): string | null {
  if (year < 1800 || year > 2199 || month < 1 || month > 12 || day < 1) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
