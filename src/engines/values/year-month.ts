/** Months and years as people print them without a day: `Jan 2019`, `03/2017`, `2019年3月`, `Spring 2018`, `2015`. */
import { fold } from "#language/fold.ts";
import { monthOf } from "#language/months.ts";

/** `month` is 1…12, or null when only the year is printed. */
export type YearMonth = { year: number; month: number | null };

const numbered = (lists: readonly string[]) =>
  new Map(lists.flatMap((names, i) => names.split(" ").map((name) => [fold(name), i + 1] as const)));

/** Month names outside the languages of month-names.ts: ru, ar, hi, tr. */
const MONTHS_ELSEWHERE: ReadonlyMap<string, number> = numbered([
  "январь января янв يناير जनवरी ocak",
  "февраль февраля фев فبراير फरवरी şubat",
  "март марта мар مارس मार्च mart",
  "апрель апреля апр أبريل ابريل अप्रैल nisan",
  "май мая مايو मई mayıs",
  "июнь июня июн يونيو जून haziran",
  "июль июля июл يوليو जुलाई temmuz",
  "август августа авг أغسطس अगस्त ağustos",
  "сентябрь сентября сен سبتمبر सितंबर eylül",
  "октябрь октября окт أكتوبر अक्टूबर ekim",
  "ноябрь ноября ноя نوفمبر नवंबर kasım",
  "декабрь декабря дек ديسمبر दिसंबर aralık",
]);

/** A season counts as its middle month on the northern half of the earth. */
const SEASONS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    "winter hiver invierno inverno": 1,
    "spring frühjahr frühling printemps primavera lente": 4,
    "summer sommer été verano estate verão zomer sommersemester": 7,
    "fall autumn herbst automne otoño autunno outono herfst wintersemester": 10,
  }).flatMap(([names, month]) => names.split(" ").map((name) => [fold(name), month] as const)),
);

/** Two-digit years from here on belong to the 20th century. */
const CENTURY_PIVOT = 60;

/** Null when the text holds no year. Of a full date the day is left out. */
export function readYearMonth(text: string): YearMonth | null {
  const year = /(?:19|20)\d\d/.exec(text);
  if (year) return { year: Number(year[0]), month: monthBeside(text, year.index) };
  const short = /^(\d{1,2})\s?[/.]\s?(\d\d)$/.exec(text.trim()) ?? /(?<!\p{L})(\p{L}+)[.,]?\s{0,2}[-'’]?\s?(\d\d)$/u.exec(text.trim());
  const month = short && (/^\d/.test(short[1] ?? "") ? Number(short[1]) : monthOrSeason(short[1] ?? ""));
  if (!short || month === null || month < 1 || month > 12) return null;
  const two = Number(short[2]);
  return { year: (two >= CENTURY_PIVOT ? 1900 : 2000) + two, month };
}

/** 1…12, or null when the word is neither month nor season. */
export function monthOrSeason(word: string): number | null {
  const folded = fold(word);
  return monthOf(word) ?? MONTHS_ELSEWHERE.get(folded) ?? SEASONS.get(folded) ?? null;
}

function monthBeside(text: string, yearAt: number): number | null {
  for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
    const month = monthOrSeason(word);
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
