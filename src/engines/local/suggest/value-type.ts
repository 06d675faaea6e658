/** Chooses a field's type from the form of the printed value and the words of its label. */
import type { FieldType } from "#contract/schema/field-types.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import { valuesIn } from "#engines/local/page/values-in.ts";
import { currencyIn } from "#engines/values/currency.ts";
import { namesIdentifier } from "#engines/values/identifier-words.ts";
import { tokensOf } from "#language/fold.ts";
import { anyOf, phrasesOfAll } from "#language/phrases.ts";
import { type Cell, textOf } from "#structure/sheet.ts";

const BY_KIND: Partial<Record<Kind, FieldType>> = {
  date: "date",
  time: "time",
  amount: "currency",
  number: "number",
  year: "integer",
  percent: "percentage",
  address: "address",
  email: "email",
  phone: "phone",
  url: "url",
  mark: "boolean",
};

export const typeOfKind = (kind: Kind): FieldType => BY_KIND[kind] ?? "string";

/** Folded. */
const PHONES: ReadonlySet<string> = new Set(phrasesOfAll("engines", "phone_words"));
/** Words of labels whose digits are not a quantity, besides those of identifiers. */
const UNCOUNTED: ReadonlySet<string> = new Set(["ean", "gtin", "isbn", "sku", "pin", ...phrasesOfAll("engines", "uncounted_words")]);
const isIdentifier = (token: string) => UNCOUNTED.has(token) || namesIdentifier(token);

const TIME = new RegExp(`^\\d{1,2}[:h]\\d{2}(?::\\d{2})?\\s?(?:[ap]\\.?m\\.?|${anyOf("engines", "oclock")}|h)?$`, "iu");
const DIGITS_MAX = 9;
/** Kinds with an unambiguous form, in the order of the tests. */
const CLEAR: readonly Kind[] = ["email", "url", "date", "percent"];

/** The type of words `from` to `to` of the cell, with a label of this text. */
export function typeOfValue(label: string, cell: Cell, from: number, to: number): FieldType {
  const tokens = tokensOf(label);
  const printed = textOf(cell.words.slice(from, to)).replace(/(?<![\s;,])[\s;,]+$/, "");
  const fills = (kind: Kind) => valuesIn(cell, kind, from, to).some((value) => value.fit >= 0.3 && value.raw.length >= printed.length);
  const clear = CLEAR.find(fills);
  if (clear) return typeOfKind(clear);
  if (TIME.test(printed)) return "time";
  if (/\d[:h]\d{2}/.test(printed) && valuesIn(cell, "date", from, to).some((value) => value.from === from)) return "datetime";
  const named = tokens.some(isIdentifier);
  if (tokens.some((token) => PHONES.has(token)) && fills("phone")) return "phone";
  if (/^\+\d[\d ()./-]{7,}$/.test(printed) && fills("phone")) return "phone";
  if (!fills("amount")) return "string";
  if (currencyIn(printed) !== null || /\p{Sc}/u.test(printed)) return "currency";
  if (named || /(?:^|[^\d.,])0\d/.test(printed) || printed.replace(/\D/g, "").length > DIGITS_MAX) return "string";
  return "number";
}
