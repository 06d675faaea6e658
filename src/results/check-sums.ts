/** Arithmetic that a document's values must agree with; agreement raises their confidence, disagreement is reported and lowers it. */
import type { Field, Schema } from "#contract/schema/field.ts";
import type { FieldResult, Warning } from "#contract/task.ts";
import { conceptOf } from "#engines/concepts/concept-of.ts";
import { child } from "#engines/pointer.ts";
import { confidenceOf, factorsOf, type Signs } from "./confidence.ts";
import type { Json } from "./normalise/reading.ts";
import { numberIn } from "./validate.ts";

/** Amounts may differ by rounding: one minor unit per addend. */
const TOLERANCE = 0.02;

type Numbers = Map<string, { pointer: string; value: number }[]>;

/** Changes the confidences in `fields` in place, using the signs they were made from. */
export function checkSums(
  schema: Schema,
  data: Record<string, Json>,
  fields: Record<string, FieldResult>,
  signs: Map<string, Signs>,
): Warning[] {
  const warnings: Warning[] = [];
  const judge = (pointers: string[], holds: boolean, message: string) => {
    for (const pointer of pointers) {
      const known = signs.get(pointer);
      const field = fields[pointer];
      if (!known || !field) continue;
      const checked = { ...known, checksPassed: holds && known.checksPassed !== false };
      field.confidence = confidenceOf(checked);
      field.confidence_factors = factorsOf(checked);
      if (!holds) field.warnings.push("sum_mismatch");
    }
    if (!holds) warnings.push({ code: "sum_mismatch", path: pointers.at(-1) ?? null, message });
  };
  checkTotals(numbersByConcept(schema.fields, data, ""), judge);
  for (const field of schema.fields) {
    const rows = data[field.name];
    if (field.type !== "table" || !Array.isArray(rows)) continue;
    rows.forEach((row, i) => {
      if (row === null || typeof row !== "object" || Array.isArray(row)) return;
      checkRow(numbersByConcept(field.fields ?? [], row, child(child("", field.name), i)), judge);
    });
  }
  return warnings;
}

type Judge = (pointers: string[], holds: boolean, message: string) => void;

function numbersByConcept(fields: Field[], values: Record<string, Json>, pointer: string): Numbers {
  const numbers: Numbers = new Map();
  for (const field of fields) {
    const value = numberIn(values[field.name] ?? null);
    const concept = value === null ? null : conceptOf(field, []);
    if (value !== null && concept) numbers.set(concept, [...(numbers.get(concept) ?? []), { pointer: child(pointer, field.name), value }]);
  }
  return numbers;
}

function checkTotals(numbers: Numbers, judge: Judge): void {
  const nets = numbers.get("net_total") ?? [];
  const [tax] = numbers.get("tax_total") ?? [];
  const [gross] = numbers.get("grand_total") ?? numbers.get("total") ?? [];
  if (!tax || !gross) return;
  const agrees = ({ value }: { value: number }) => Math.abs(value + tax.value - gross.value) <= TOLERANCE;
  // A subtotal before a discount and the net total after it are both net amounts; the tax is on one of them.
  const net = nets.find(agrees) ?? nets[0];
  if (!net) return;
  const holds = agrees(net);
  judge([net.pointer, tax.pointer, gross.pointer], holds, "Net amount and tax do not add up to the total.");
}

function checkRow(numbers: Numbers, judge: Judge): void {
  const [quantity] = numbers.get("quantity") ?? [];
  const [price] = numbers.get("unit_price") ?? [];
  const [amount] = numbers.get("line_amount") ?? [];
  if (!quantity || !price || !amount) return;
  const holds = Math.abs(quantity.value * price.value - amount.value) <= Math.max(TOLERANCE, 0.005 * Math.abs(quantity.value));
  judge([quantity.pointer, price.pointer, amount.pointer], holds, "Quantity times unit price is not the amount of the line.");
}
