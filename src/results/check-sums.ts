/** Checks the arithmetic between a document's values; agreement raises their confidence, disagreement is reported and lowers it. */

import { child } from "#contract/pointer.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import type { FieldResult, Warning } from "#contract/task.ts";
import { conceptOf } from "#engines/concepts/concept-of.ts";
import { type ConfidenceSigns, confidenceOf, factorsOf } from "./confidence.ts";
import type { FieldValue } from "./normalise/reading.ts";
import { numberIn } from "./validate.ts";

/** Tolerance for rounding: one minor unit per addend. */
const TOLERANCE = 0.02;

/** By concept. */
type Numbers = Map<string, Amount[]>;
type Amount = { pointer: string; value: number };
type Judge = (members: readonly Amount[], holds: boolean, message: string) => void;
type Checking = { judge: Judge; passed: ReadonlySet<string>; isPrinted: (amount: number) => boolean };

/**
 * Changes the confidences in `fields` in place, from the signs they were computed from. `isPrinted`: whether the document has the amount
 * anywhere.
 */
export function checkSums(
  schema: Schema,
  data: Record<string, FieldValue>,
  {
    fields,
    signs,
    isPrinted,
  }: { fields: Record<string, FieldResult>; signs: Map<string, ConfidenceSigns>; isPrinted: (amount: number) => boolean },
): Warning[] {
  const warnings: Warning[] = [];
  const [passed, failed] = [new Set<string>(), new Set<string>()];
  const judge: Judge = (members, holds, message) => {
    for (const { pointer } of members) {
      const known = signs.get(pointer);
      const field = fields[pointer];
      if (!known || !field) continue;
      (holds ? passed : failed).add(pointer);
      const checked = { ...known, checksPassed: !failed.has(pointer) && known.checksPassed !== false };
      field.confidence = confidenceOf(checked);
      field.confidence_factors = factorsOf(checked);
      if (!holds) field.warnings.push("sum_mismatch");
    }
    if (!holds) warnings.push({ code: "sum_mismatch", path: members.at(-1)?.pointer ?? null, message });
  };
  checkGroup(schema.fields, data, "", { judge, passed, isPrinted });
  return warnings;
}

/** Checks the amounts of one object, and the tables in it against them. */
function checkGroup(fields: readonly Field[], values: Record<string, FieldValue>, pointer: string, checking: Checking): void {
  const { judge } = checking;
  const numbers = numbersByConcept(fields, values, pointer);
  checkTotals(numbers, judge);
  checkPayment(numbers, judge);
  for (const field of fields) {
    const at = child(pointer, field.name);
    const value = values[field.name] ?? null;
    if (field.type === "object" && isObject(value)) checkGroup(field.fields ?? [], value, at, checking);
    if (field.type !== "table" || !Array.isArray(value)) continue;
    const rows = value.map((row, i) => numbersByConcept(field.fields ?? [], isObject(row) ? row : {}, child(at, i)));
    for (const row of rows) checkRow(row, judge);
    checkColumn(rows, numbers, checking);
  }
}

const isObject = (value: FieldValue): value is { [name: string]: FieldValue } =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function numbersByConcept(fields: readonly Field[], values: Record<string, FieldValue>, pointer: string): Numbers {
  const numbers: Numbers = new Map();
  for (const field of fields) {
    const value = numberIn(values[field.name] ?? null);
    const concept = value === null ? null : conceptOf(field, []);
    if (value !== null && concept) numbers.set(concept, [...(numbers.get(concept) ?? []), { pointer: child(pointer, field.name), value }]);
  }
  return numbers;
}

const totalsOf = (numbers: Numbers): readonly Amount[] => numbers.get("grand_total") ?? numbers.get("total") ?? [];

function checkTotals(numbers: Numbers, judge: Judge): void {
  const nets = numbers.get("net_total") ?? [];
  const [tax] = numbers.get("tax_total") ?? [];
  const [gross] = totalsOf(numbers);
  if (!tax || !gross) return;
  const agrees = ({ value }: Amount) => Math.abs(value + tax.value - gross.value) <= TOLERANCE;
  // A subtotal before a discount and the net total after it are both net amounts; the tax refers to one of them.
  const net = nets.find(agrees) ?? nets[0];
  if (net) judge([net, tax, gross], agrees(net), "Net amount and tax do not add up to the total.");
}

function checkPayment(numbers: Numbers, judge: Judge): void {
  const [given] = numbers.get("cash_tendered") ?? [];
  const [change] = numbers.get("change") ?? [];
  const [gross] = totalsOf(numbers);
  if (!given || !change || !gross) return;
  const holds = Math.abs(gross.value + Math.abs(change.value) - given.value) <= TOLERANCE;
  judge([gross, given, change], holds, "The total and the change do not add up to the money given.");
}

function checkRow(numbers: Numbers, judge: Judge): void {
  const [quantity] = numbers.get("quantity") ?? [];
  const [price] = numbers.get("unit_price") ?? [];
  const [amount] = numbers.get("line_amount") ?? [];
  if (!quantity || !price || !amount) return;
  const holds = Math.abs(quantity.value * price.value - amount.value) <= Math.max(TOLERANCE, 0.005 * Math.abs(quantity.value));
  judge([quantity, price, amount], holds, "Quantity times unit price is not the amount of the line.");
}

/**
 * The amounts of all lines add up to the net amount, the total, or a sum that is printed elsewhere, such as the one before a discount. A
 * total that another sum has confirmed is not doubted because of the lines.
 */
function checkColumn(rows: readonly Numbers[], numbers: Numbers, { judge, passed, isPrinted }: Checking): void {
  const amounts = rows.flatMap((row) => row.get("line_amount")?.slice(0, 1) ?? []);
  const totals = [...(numbers.get("net_total") ?? []), ...totalsOf(numbers)];
  if (amounts.length === 0 || amounts.length < rows.length || totals.length === 0) return;
  const sum = amounts.reduce((all, { value }) => all + value, 0);
  const agreeing = totals.filter(({ value }) => Math.abs(value - sum) <= TOLERANCE);
  if (agreeing.length > 0 || (rows.length > 1 && isPrinted(sum))) judge([...amounts, ...agreeing], true, "");
  else
    judge(
      [...amounts, ...totals.filter(({ pointer }) => !passed.has(pointer))],
      false,
      "The amounts of the lines do not add up to a total.",
    );
}
