/** Amounts that a page prints with a minus because they are taken off: a field that asks for what was taken off asks for how much. */
import type { Field } from "#contract/schema/field.ts";
import { nameTokens } from "#language/fold.ts";
import { anyOf } from "#language/phrases.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";

/** Charges to an account among them, which its statement prints with a minus. */
const TAKEN_OFF = new Set(
  (
    "discount deduction rebate reduction allowance withdrawal withheld withholding payment paid advance deposit_down credit credits refund scholarship " +
    "retainage change change_cash fee charge_fee commission"
  ).split(" "),
);
const WORDS = new Set("deducted withheld paid received applied prepaid charges credits".split(" "));
/** A description that speaks of the sign decides. */
const UNSIGNED = /\bwithout (?:(?:its|the|a|any) )?(?:minus )?signs?\b|\bohne (?:vor|minus)zeichen/iu;
const POSITIVE = /\bpositi/iu;
const NEGATIVE = /\b(?:n[eé]gati|signed|minus)|\bwith (?:(?:its|the|their|a) )?signs?\b|\bmit vorzeichen/iu;
const SIGNED = new RegExp(`^\\(?\\s?[-\u2212–]\\s?|^[(<]|\\s?[)>]$|-$|\\s?${anyOf("engines", "credits")}$`, "giu");

/** `discount` of "Discount -$581.75" is "$581.75". Other fields keep the sign. */
export function unsigned(raw: string, { name, type, description = "" }: Field): string {
  if ((type !== "number" && type !== "currency" && type !== "integer") || (NEGATIVE.test(description) && !UNSIGNED.test(description)))
    return raw;
  const isTakenOff = (token: string) => WORDS.has(token) || meaningsOf(token).some((id) => TAKEN_OFF.has(id));
  return UNSIGNED.test(description) || POSITIVE.test(description) || unitsOf(nameTokens(name)).some(isTakenOff)
    ? raw.replace(SIGNED, "")
    : raw;
}
