/** Numbers of the wrong sort: counts where a sum of money is asked, and sums or shares where a count or a measure is. */

import { boxAround } from "#documents/layout/assemble.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { type Value, valuesIn } from "#engines/local/page/values-in.ts";
import { nameTokens } from "#language/fold.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";
import type { PlacesOn } from "#structure/labels/surroundings.ts";
import type { Cell } from "#structure/sheet.ts";

/** Kinds of fields that ask for a number. */
export const COUNTED: ReadonlySet<Kind> = new Set(["amount", "number", "percent"]);

/** Meanings of heads over numbers that are no sums of money, and of those over sums. */
const COUNTS = new Set(["quantity", "hours", "rate", "day", "piece", "count"]);
const SUMS = new Set(["amount", "total", "value", "cost"]);

/**
 * Whether the cell is a number that counts something beside its row's amount, where the field asks for a sum: "Overtime | 6.00 | 27.60 | 165.60"
 * under "Units | Rate | Amount". `words`: of the field's name and description.
 */
export function isCounted(cell: Cell, { sheet, around }: PlacesOn, kind: Kind, words: readonly string[]): boolean {
  if (kind !== "amount" || words.some((word) => means(COUNTS, word))) return false;
  const row = sheet.lines[cell.line] ?? [];
  const after = row.slice(cell.column + 1);
  const sums = after.filter(isSum);
  return sums.length > 0 && headMeans(COUNTS, cell, around) && sums.some((other) => headMeans(SUMS, other, around));
}

const means = (some: ReadonlySet<string>, word: string): boolean => meaningsOf(word).some((id) => some.has(id));

const isSum = (cell: Cell): boolean => valuesIn(cell, "amount").length === 1;

/** Whether the head of the cell's column, the nearest text above without figures, has one of the meanings. */
function headMeans(some: ReadonlySet<string>, cell: Cell, around: PlacesOn["around"]): boolean {
  const { head, above } = around(cell, 0, cell.words.length, boxAround(cell.words));
  return [...((head ?? above)?.units ?? [])].some((unit) => means(some, unit));
}

const SHARES = new Set(["percent"]);
/** Units of measure, and meanings of words, of numbers that are no money; and meanings of words for money, whatever else stands beside them. */
const UNITS = new Set("kwh mwh km kg miles litres liters gallons m3 m2 smc".split(" "));
const MEASURED = new Set(["quantity", "hours", "day", "piece", "count", "percent"]);
const MONEY = new Set(
  (
    "amount cost price pay rate tax rent charge_fee fee value payment wage salary deposit_down deposit_bank premium balance_due expense fare bonus " +
    "deductible donation allowance refund fine"
  ).split(" "),
);

/** Whether a field with this name asks for a count, a measure or a share: `mileage_miles`, `consumption_kwh`, `number_of_guests`. */
export function asksMeasure(name: string): boolean {
  const tokens = nameTokens(name);
  if (tokens.some((token) => means(MONEY, token))) return false;
  return /^(?:number|count) of /.test(tokens.join(" ")) || tokens.some((token) => UNITS.has(token) || means(MEASURED, token));
}

/** Whether a number is money, or a share where the field, which asks for a measure, does not ask for one. */
export function isOtherMeasure(value: Value, name: string): boolean {
  return /\p{Sc}/u.test(value.raw) || (isShare(value) && !nameTokens(name).some((token) => means(SHARES, token)));
}

/** Whether a sign of percent stands at its end or behind it. */
export const isShare = ({ cell, to, raw }: Pick<Value, "cell" | "to" | "raw">): boolean =>
  raw.endsWith("%") || /%[).,;]?$/.test(cell.words[to - 1]?.text ?? "") || cell.words[to]?.text.startsWith("%") === true;

/** Meanings of words of fields that ask for a share, as `vat_rate`. */
const RATES = new Set(["percent", "rate", "interest_rate", "vat_rate", "tax_rate"]);

/** Whether a field asks for a share, or may. */
export const asksShare = ({ kind, field }: Pick<Leaf, "kind" | "field">): boolean =>
  kind === "percent" || unitsOf(nameTokens(field.name)).some((unit) => means(RATES, unit));
