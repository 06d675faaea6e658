/** Amounts that a page prints with a minus because they are taken off: a field that asks for what was taken off asks for how much. */
import type { Field } from "#contract/schema/field.ts";
import { nameTokens } from "#language/fold.ts";
import { meaningsOf } from "#language/thesaurus.ts";

const TAKEN_OFF = new Set(["discount", "deduction", "rebate", "withdrawal", "withheld"]);
const WORDS = new Set(
  "deduction deductions deducted rebate allowance reduction withdrawal withdrawals withheld paid received applied".split(" "),
);
const SIGNED = /^\(?\s?[-\u2212–]\s?|^\(|\s?\)$|-$/gu;

/** `discount` of "Discount -$581.75" is "$581.75". Other fields keep the sign. */
export function unsigned(raw: string, { name, type }: Field): string {
  if (type !== "number" && type !== "currency" && type !== "integer") return raw;
  const isTakenOff = nameTokens(name).some((token) => WORDS.has(token) || meaningsOf(token).some((id) => TAKEN_OFF.has(id)));
  return isTakenOff ? raw.replace(SIGNED, "") : raw;
}
