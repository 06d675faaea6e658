/**
 * Reads a value that a person enters in place of the extracted one: JSON of the field's type, or words, read by the same rules as words on
 * a page.
 */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import type { Field } from "#contract/schema/field.ts";
import type { FieldType } from "#contract/schema/field-types.ts";
import { isCurrencyCode } from "#engines/values/currency.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import { normalise } from "./normalise/normalise.ts";
import { type FieldValue, type Reading, sure } from "./normalise/reading.ts";
import type { Patterns } from "./patterns.ts";
import { validate } from "./validate.ts";

export type Correction = { value: FieldValue } | { refused: string };

/** What a person is asked to enter, for a field with a single value. */
const ENTER: Record<Exclude<FieldType, "array" | "object" | "table">, string> = {
  string: "Enter a text.",
  address: "Enter an address.",
  number: "Enter a number such as 1190.50.",
  integer: "Enter a whole number such as 12.",
  percentage: "Enter a percentage such as 7.5 %.",
  currency: "Enter an amount such as 1190.50 EUR.",
  boolean: "Enter yes or no.",
  signature: "Enter yes if it is signed, no if it is not.",
  enum: "Enter one of the field's options",
  multi_enum: "Enter one or more of the field's options, with commas between them",
  date: "Enter a date such as 2026-04-03 or 3 April 2026.",
  datetime: "Enter a date with a time such as 2026-04-03T14:05.",
  time: "Enter a time such as 14:05.",
  email: "Enter an e-mail address such as ada@example.com.",
  phone: "Enter a phone number such as +49 30 1234567.",
  url: "Enter a web address such as https://example.com.",
};
const OPTIONS_LISTED = 20;
const optionsOf = ({ enum: options = [] }: Field) => options.slice(0, OPTIONS_LISTED).join(", ");

const NumberValue = z.number();
const Amount = z.strictObject({ amount: NumberValue, currency: z.string().refine(isCurrencyCode).nullish() });

/**
 * Null means that there is no value. `locale`: the document's, with the currency of the corrected value; an amount without a currency keeps
 * that one. Words that can be read in two ways are refused, not guessed.
 */
export function readCorrection(field: Field, value: FieldValue, locale: DocumentLocale, patterns: Patterns): Correction {
  if (value === null) return { value };
  const { type } = field;
  if (type === "array" || type === "object" || type === "table") return { refused: "Only single values can be corrected." };
  const enter = field.enum ? `${ENTER[type].replace(/\.$/, "")}: ${optionsOf(field)}.` : ENTER[type];
  const reading = typeof value === "string" ? readWords(field, value, locale) : readTyped(field, value, locale);
  if (reading === null) return { refused: enter };
  const [doubt] = reading.doubts.filter(({ candidates }) => candidates !== undefined);
  if (doubt)
    return {
      refused: `This can be read in several ways: ${doubt.candidates?.map(inWords).join(" or ")}. Write it so that only one is meant.`,
    };
  const verdict = validate(field, reading.value, patterns);
  return verdict.allowed ? { value: reading.value } : { refused: refusalOf(field, verdict.doubts) };
}

function readWords(field: Field, words: string, locale: DocumentLocale): Reading | null {
  if (words.length > LIMITS.correctionCharactersMax) return null;
  const read = (raw: string, type: FieldType, currency: string | null = null) =>
    normalise(raw, { field: { ...field, type }, evidence: raw, line: () => raw, locale: { ...locale, currency } });
  switch (field.type) {
    case "string":
      return isCurrencyCode(words.trim()) ? sure(words.trim()) : read(words, "string");
    case "currency":
      return readAmount(words, locale.currency, (each, currency) => read(each, "currency", currency));
    case "multi_enum":
      return readOptions(words, (each) => read(each, "enum"));
    // On a page any mark is a signature; a person says whether there is one.
    case "signature":
      return read(words, "boolean");
    default:
      return read(words, field.type);
  }
}

/** A written code is used, in any case; an amount without a currency keeps the one it had. */
function readAmount(
  words: string,
  before: string | null,
  read: (words: string, currency: string | null) => Reading | null,
): Reading | null {
  const code = /(?<!\p{L})\p{L}{3}(?!\p{L})/u.exec(words)?.[0].toUpperCase();
  if (code === undefined) return read(words, /\p{L}/u.test(words) && !/\bkr\b/i.test(words) ? null : before);
  return isCurrencyCode(code) ? read(words.replace(/(?<!\p{L})\p{L}{3}(?!\p{L})/u, ""), code) : null;
}

/** Every part must be an option: on a page other words may be between them, here they are a mistake. */
function readOptions(words: string, read: (words: string) => Reading | null): Reading | null {
  const whole = read(words);
  const parts = whole?.confidence === 1 ? [whole] : words.split(/[,;|\n]/).map(read);
  const found = parts.filter((part) => part !== null);
  return found.length < parts.length ? null : { value: [...new Set(found.map((part) => part.value))], confidence: 1, doubts: [] };
}

function readTyped(field: Field, value: FieldValue, locale: DocumentLocale): Reading | null {
  const fits = (shape: z.ZodType<FieldValue>, as: (value: FieldValue) => FieldValue = (same) => same): Reading | null =>
    shape.safeParse(value).success ? { value: as(value), confidence: 1, doubts: [] } : null;
  switch (field.type) {
    case "number":
    case "percentage":
      return fits(NumberValue);
    case "integer":
      return fits(z.int());
    case "boolean":
    case "signature":
      return fits(z.boolean());
    case "multi_enum":
      return fits(z.array(z.enum(field.enum ?? [])), (options) => [...new Set(options as FieldValue[])]);
    case "currency": {
      const amount = Amount.safeParse(typeof value === "number" ? { amount: value, currency: locale.currency } : value);
      return amount.success
        ? { value: { amount: amount.data.amount, currency: amount.data.currency ?? null }, confidence: 1, doubts: [] }
        : null;
    }
    default:
      return null;
  }
}

function inWords(value: FieldValue): string {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return String(value);
  return [value.amount, value.currency].filter((part) => part != null).join(" ");
}

function refusalOf(field: Field, doubts: Reading["doubts"]): string {
  const codes = doubts.map(({ code }) => code);
  if (codes.includes("pattern_mismatch")) return `Enter a value that matches the field's pattern: ${field.pattern}`;
  if (codes.includes("out_of_bounds")) {
    const { minimum, maximum } = field;
    return `Enter a number ${[minimum === undefined ? "" : `from ${minimum}`, maximum === undefined ? "" : `up to ${maximum}`].join(" ").trim()}.`;
  }
  return `Enter one of these: ${optionsOf(field)}.`;
}
