/**
 * Texts: verbatim, white space collapsed, full-width signs as usual ones, leading zeros kept; names in an MRZ are split at `<`. A field for
 * a currency code gets the code of the printed sign; one for the scale of the amounts, "thousands of euros", the words.
 */
import type { Field } from "#contract/schema/field.ts";
import { asksAmountScale, scaleIn } from "#engines/values/amount-scale.ts";
import { withoutUnasked } from "#engines/values/asked-form.ts";
import { currencyIn } from "#engines/values/currency.ts";
import { isIban, isVatId } from "#engines/values/identifiers.ts";
import { readTime } from "#engines/values/time.ts";
import { nameTokens } from "#language/fold.ts";
import { mrzName } from "#language/mrz.ts";
import { type Reader, type Reading, sure } from "./reading.ts";

export const readText: Reader = (raw, { field, locale }) => {
  const text = raw.normalize("NFC").replace(FULL_WIDTH, halfWidth).replace(/\s+/g, " ").trim();
  if (text === "") return null;
  const name = mrzName(text);
  if (name !== null) return sure(name);
  if (wantsCurrencyCode(field) && !(asksAmountScale(field) && scaleIn(text))) return currencyCode(text, locale.currency);
  if (wantsClockTime(field)) return sure(clockTime(text, field));
  return sure(withoutUnasked(text, field));
};

/** Latin letters, digits and signs as wide as Chinese characters; the same characters to everyone who reads or compares the value. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const halfWidth = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/** True for text fields that ask for the code of a currency, by format, name or description. */
export function wantsCurrencyCode(field: Field): boolean {
  if (field.format !== undefined) return /^(iso[-_ ]?)?4217$|^currency([-_ ]code)?$/i.test(field.format);
  const name = nameTokens(field.name);
  return name.includes("currency") || name.includes("wahrung") || name.includes("devise");
}

function wantsClockTime(field: Field): boolean {
  return field.format === "time" || /24-?hour|HH:MM/.test(field.description ?? "");
}

/** Without seconds where the description asks for hours and minutes. */
function clockTime(text: string, { description = "" }: Field): string {
  const time = readTime(text) ?? text;
  return /HH:MM(?!:SS)/.test(description) ? time.replace(/^(\d{2}:\d{2}):\d{2}$/, "$1") : time;
}

/** The printed code or sign; a sign of several currencies only when the document names one of them elsewhere. */
function currencyCode(text: string, documentCurrency: string | null): Reading | null {
  const code = currencyIn(text);
  if (code !== null) return sure(code);
  return documentCurrency === null ? null : { value: documentCurrency, confidence: 0.8, doubts: [] };
}

/** Whether the checksum of the field's format is right; null when it has none. */
export function checksumHolds(field: Field, value: unknown): boolean | null {
  if (typeof value !== "string") return null;
  const words = new Set([...nameTokens(field.name), ...nameTokens(field.format ?? "")]);
  if (words.has("iban")) return isIban(value);
  if (words.has("vat") && (words.has("id") || words.has("number"))) return isVatId(value) ? true : null;
  return null;
}
