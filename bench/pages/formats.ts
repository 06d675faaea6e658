/** Dates, numbers, money and patterns as a country prints them. */
import { type Language, type Locale, MONTHS } from "./locale.ts";
import type { Random } from "./random.ts";

export type Day = { year: number; month: number; day: number };

/** `YYYY-MM-DD`. */
export const isoOf = ({ year, month, day }: Day): string => `${year}-${two(month)}-${two(day)}`;
export const two = (value: number): string => String(value).padStart(2, "0");

/** The day in a format of locale.ts. Formats with a name of a month use the language's own. */
export function printDay({ year, month, day }: Day, format: string, language: Language): string {
  const long = MONTHS[language].split(" ")[month - 1] ?? "";
  const parts: Record<string, string> = {
    dd: two(day),
    d: String(day),
    mm: two(month),
    m: String(month),
    mon: language === "en" ? long.slice(0, 3) : long,
    month: long,
    yyyy: String(year),
    yy: two(year % 100),
  };
  return format.replace(/\b(dd|d|mm|m|mon|month|yyyy|yy)\b/g, (part) => parts[part] ?? part);
}

/** Groups thousands and sets the decimal sign; a negative number begins with `-`. */
export function printNumber(value: number, decimals: number, { thousands, decimal }: Locale, grouped = true): string {
  const [whole = "", fraction] = Math.abs(value).toFixed(decimals).split(".");
  const groups = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, thousands) : whole;
  return `${value < 0 ? "-" : ""}${groups}${fraction ? decimal + fraction : ""}`;
}

/** How a document prints its amounts: with the symbol, the code, or nothing. */
export type MoneyStyle = "symbol" | "code" | "bare";

export function printMoney(value: number, style: MoneyStyle, locale: Locale): string {
  const number = printNumber(value, 2, locale);
  if (style === "bare") return number;
  const tag = style === "symbol" ? locale.symbol : locale.currency;
  if (!locale.moneyFirst) return `${number} ${tag}`;
  const sign = number.startsWith("-") ? "-" : "";
  return `${sign}${tag}${tag.length > 1 ? " " : ""}${number.replace("-", "")}`;
}

/** `9` becomes a digit, `@` a capital letter, `*` either; every other character stays. */
export function fillPattern(pattern: string, random: Random): string {
  const letter = () => random.pick([..."ABCDEFGHJKLMNPRSTUVWXYZ"]);
  const digit = () => String(random.int(0, 9));
  let first = true;
  return pattern.replace(/[9@*]/g, (sign) => {
    const drawn =
      sign === "9" ? (first ? String(random.int(1, 9)) : digit()) : sign === "@" ? letter() : random.chance(0.5) ? digit() : letter();
    first = false;
    return drawn;
  });
}
