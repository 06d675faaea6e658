/** Whether an extracted value equals the label, by the type of its field. */
import type { FieldType } from "#contract/schema/field-types.ts";

/** Relative tolerance, for rounding of decimals in binary floating point. */
const ROUNDING = 1e-9;
/** A text with at least this share of digits, and this many characters, is a code (IBAN, VAT id), in which spacing is ignored. */
const CODE_DIGITS_MIN = 0.4;
const CODE_CHARACTERS_MIN = 5;

/** Neither value is empty. Labels may have numbers as texts (`"1190.00"`), and amounts without a currency, which is then not compared. */
export function isSameValue(type: FieldType, expected: unknown, read: unknown): boolean {
  switch (type) {
    case "number":
    case "integer":
    case "percentage":
      return sameNumber(expected, read);
    case "currency":
      return sameMoney(expected, read);
    case "boolean":
    case "signature":
      return expected === read;
    case "date":
      return typeof expected === "string" && typeof read === "string" && expected.slice(0, 10) === read.slice(0, 10);
    case "datetime":
      return sameMoment(String(expected), String(read));
    case "time":
      return withSeconds(String(expected)) === withSeconds(String(read));
    case "phone":
      return sameText(expected, read) || digitsOf(expected) === digitsOf(read);
    case "multi_enum":
      return sameSet(expected, read);
    default:
      return sameText(expected, read);
  }
}

function sameNumber(expected: unknown, read: unknown): boolean {
  const [a, b] = [numberOf(expected), numberOf(read)];
  return Math.abs(a - b) <= ROUNDING * Math.max(1, Math.abs(a), Math.abs(b));
}

/** NaN, which equals nothing, when the value is not a number. */
function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^[-+]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN;
}

function sameMoney(expected: unknown, read: unknown): boolean {
  const [a, b] = [moneyOf(expected), moneyOf(read)];
  return sameNumber(a.amount, b.amount) && (a.currency === undefined || foldedText(a.currency) === foldedText(b.currency));
}

const moneyOf = (value: unknown): { amount: unknown; currency?: unknown } =>
  typeof value === "object" && value !== null && "amount" in value ? value : { amount: value };

/** A time with a UTC offset differs from the same time without one. */
function sameMoment(expected: string, read: string): boolean {
  const hasZone = (text: string) => /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  return hasZone(expected) === hasZone(read) && Date.parse(expected) === Date.parse(read);
}

const withSeconds = (time: string) => (/^\d\d:\d\d$/.test(time) ? `${time}:00` : time);

const digitsOf = (value: unknown) => String(value).replace(/[^+\d]/g, "");

function sameSet(expected: unknown, read: unknown): boolean {
  const textOf = (value: unknown) => JSON.stringify([...new Set((Array.isArray(value) ? value : [value]).map(foldedText))].sort());
  return textOf(expected) === textOf(read);
}

function sameText(expected: unknown, read: unknown): boolean {
  if (typeof read === "object" || typeof expected === "object") return false;
  const [a, b] = [foldedText(expected), foldedText(read)];
  return a === b || (isCode(a) && withoutSpace(a) === withoutSpace(b));
}

/** NFKC, case-insensitive, without invisible characters, white space collapsed. Upper case, because `ß` becomes two letters. */
const foldedText = (value: unknown): string =>
  String(value ?? "")
    .normalize("NFKC")
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "")
    .toUpperCase()
    .replace(/\s+/g, " ")
    .trim();

const withoutSpace = (text: string) => text.replaceAll(" ", "");

function isCode(text: string): boolean {
  const bare = withoutSpace(text);
  return bare.length >= CODE_CHARACTERS_MIN && bare.replace(/\D/g, "").length >= CODE_DIGITS_MIN * bare.length;
}
