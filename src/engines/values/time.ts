/** Times of day as documents print them. */
import { anyOf } from "#language/phrases.ts";

const CLOCK = new RegExp(
  `(?<![\\d:.,])([01]?\\d|2[0-4])\\s?(?:[:.h]|\\s?${anyOf("engines", "oclock")}\\s?)\\s?([0-5]\\d)(?:[:.]([0-5]\\d))?` +
    "\\s*(a\\.?m\\.?|p\\.?m\\.?)?(?![\\d:])",
  "iu",
);
const HOUR_ONLY = /(?<![\d:.,/-])(1[0-2]|0?[1-9])\s?(a\.?m\.?|p\.?m\.?)\b/iu;

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

function fullHour(hour: number, half: string | undefined): number | null {
  if (half === undefined || half === "") return hour > 23 ? null : hour;
  if (hour > 12) return hour > 23 ? null : hour;
  const base = hour % 12;
  return /^p/i.test(half) ? base + 12 : base;
}
