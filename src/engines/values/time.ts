/** Times of day as documents print them. */
import { anyOf } from "#language/phrases.ts";

const CLOCK = new RegExp(
  `(?<![\\d:.,])([01]?\\d|2[0-4])\\s?(?:[:.h]|\\s?${anyOf("engines", "oclock")}\\s?)\\s?([0-5]\\d)(?:[:.]([0-5]\\d))?` +
    "\\s*(a\\.?m\\.?|p\\.?m\\.?)?(?![\\d:])",
  "iu",
);
const HOUR_ONLY = /(?<![\d:.,/-])(1[0-2]|0?[1-9])\s?(a\.?m\.?|p\.?m\.?)\b/iu;

const CLOCKS = new RegExp(CLOCK, "giu");
const HOURS = new RegExp(HOUR_ONLY, "giu");

/** HH:MM or HH:MM:SS, 24-hour; null when the text has no time. */
export function readTime(printed: string): string | null {
  const hit = CLOCK.exec(printed);
  const hour = hit ?? HOUR_ONLY.exec(printed);
  if (!hour) return null;
  const [minute, second, half] = hit ? [hit[2], hit[3], hit[4]] : ["00", undefined, hour[2]];
  const hours = fullHour(Number(hour[1]), half);
  if (hours === null) return null;
  return [String(hours).padStart(2, "0"), minute, ...(second === undefined ? [] : [second])].join(":");
}

/** Where times stand in the text, left to right. `sure`: by the colon, "h", "Uhr" or "pm"; "10.30" may be an amount or a date. */
export function timesIn(printed: string): { start: number; end: number; sure: boolean }[] {
  const clocks = [...printed.matchAll(CLOCKS)].map(({ 0: text, index, 4: half }) => ({
    text,
    index,
    sure: half !== undefined || !/^\d+\s?\./.test(text),
  }));
  const hours = [...printed.matchAll(HOURS)].map(({ 0: text, index }) => ({ text, index, sure: true }));
  const free = hours.filter(
    ({ index, text }) => !clocks.some((clock) => clock.index < index + text.length && index < clock.index + clock.text.length),
  );
  return [...clocks, ...free]
    .filter(({ text }) => readTime(text) !== null)
    .map(({ text, index, sure }) => ({ start: index, end: index + text.trimEnd().length, sure }))
    .sort((a, b) => a.start - b.start);
}

function fullHour(hour: number, half: string | undefined): number | null {
  if (half === undefined || half === "") return hour > 23 ? null : hour;
  if (hour > 12) return hour > 23 ? null : hour;
  const base = hour % 12;
  return /^p/i.test(half) ? base + 12 : base;
}
