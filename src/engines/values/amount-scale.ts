/** What amounts are counted in, "thousands of euros": which fields ask for it, and where a text states it. */
import type { Field } from "#contract/schema/field.ts";
import { nameTokens } from "#language/fold.ts";
import { anyOf, asWord } from "#language/phrases.ts";

const UNITS = new Set(["unit", "units", "scale", "denomination", "multiplier", "magnitude"]);
const AMOUNTS = new Set(["currency", "amount", "amounts", "monetary", "money", "reporting", "presentation", "value", "values"]);
const ASKED = /\b(?:units? (?:of|in which) (?:the |all )?(?:amounts?|figures|currency)|amounts? units?|in thousands|thousands of)\b/iu;

/** `currency_units`, `amountScale`, or a unit that the description says is that of the amounts, "e.g. thousands of euros". */
export function asksAmountScale({ name, type, enum: options, description = "" }: Field): boolean {
  const words = nameTokens(name);
  return (
    type === "string" &&
    options === undefined &&
    words.some((word) => UNITS.has(word)) &&
    (words.some((word) => AMOUNTS.has(word)) || ASKED.test(description))
  );
}

/** The word for the number and what follows, up to the end of the bracket or the clause. */
const STATED = new RegExp(`${asWord(anyOf("engines", "scales"))}[^()[\\],;:]{0,40}`, "iu");

/** Where the text states a scale; null where it does not, and where a number says how many of them. */
export function scaleIn(text: string): { start: number; end: number } | null {
  const found = STATED.exec(text);
  const stated = found?.[0].trimEnd().replace(/\.$/, "") ?? "";
  return found && !/\p{N}/u.test(stated) ? { start: found.index, end: found.index + stated.length } : null;
}
