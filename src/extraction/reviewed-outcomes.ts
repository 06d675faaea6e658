/** What a review says of each value that was read: whether it was right, and what was missed or invented. */
import type { Json } from "#contract/json.ts";
import { child } from "#contract/pointer.ts";
import type { Schema } from "#contract/schema/field.ts";
import { fieldPathOf } from "#contract/schema/field-at.ts";
import type { Corrections, ExtractionResult } from "#contract/task.ts";
import type { FieldOutcome } from "#results/measure/compare.ts";
import { type Tallied, tallied } from "#results/measure/figures.ts";

type Told = Omit<Tallied, "count">;

/** A place that is empty, and was left so, counts for nothing. */
export function outcomesOf(schema: Schema, { fields }: Pick<ExtractionResult, "fields">, corrections: Corrections): Tallied[] {
  const corrected = new Map(Object.entries(corrections));
  const isIn = (path: string) => ancestorsOf(path).some((above) => corrected.get(above)?.value === null && !Object.hasOwn(fields, above));
  const read = Object.entries(fields).flatMap(([path, { value, confidence }]): Told[] => {
    const field = fieldPathOf(schema, path);
    if (field === null) return [];
    const outcome = isIn(path)
      ? outcomeOf(value, null)
      : outcomeOf(value, corrected.has(path) ? (corrected.get(path)?.value ?? null) : value);
    return outcome === null ? [] : [{ field, outcome, confidence: outcome === "missing" ? null : confidence }];
  });
  const added = [...corrected].flatMap(([path, { value }]) => (Object.hasOwn(fields, path) ? [] : missed(schema, path, value)));
  return tallied([...read, ...added]);
}

function outcomeOf(value: Json, confirmed: Json): FieldOutcome | null {
  if (isEmpty(value)) return isEmpty(confirmed) ? null : "missing";
  if (isEmpty(confirmed)) return "invented";
  return value === confirmed || JSON.stringify(value) === JSON.stringify(confirmed) ? "right" : "wrong";
}

/** The values of a row that a person added. */
function missed(schema: Schema, path: string, value: Json): Told[] {
  if (isEmpty(value)) return [];
  const field = fieldPathOf(schema, path);
  const inner = value !== null && typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];
  const parts = inner.filter(([key]) => fieldPathOf(schema, child(path, key)) !== null);
  if (parts.length > 0) return parts.flatMap(([key, part]) => missed(schema, child(path, key), part));
  return field === null ? [] : [{ field, outcome: "missing", confidence: null }];
}

function ancestorsOf(path: string): string[] {
  const above: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) above.push(path.slice(0, end));
  return above;
}

const isEmpty = (value: Json): boolean => value === null || value === "" || (Array.isArray(value) && value.length === 0);
