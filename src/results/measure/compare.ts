/** Compares extracted values with their labels, value by value. Both have the shape of the schema; missing values count as null. */

import { child } from "#contract/pointer.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import { isSameValue } from "./same-value.ts";

export const OUTCOMES = ["right", "wrong", "missing", "invented"] as const;
/** `wrong`: another value was read; `missing`: none was read; `invented`: a value was read where the label has none. */
export type FieldOutcome = (typeof OUTCOMES)[number];

/**
 * `field`: path in the schema, with `*` for the rows of a list. `at`: JSON Pointer into the extracted data, or into the label when nothing
 * was read. `wanted`: JSON Pointer into the label, the same for all engines; null for a row that the label does not have. A place that is
 * empty in both has no verdict.
 */
export type FieldVerdict = { field: string; at: string; wanted: string | null; outcome: FieldOutcome; expected: unknown; read: unknown };

type Place = { field: string; at: string; wanted: string | null };

export const compare = (schema: Schema, expected: unknown, read: unknown): FieldVerdict[] =>
  compareFields(schema.fields, { field: "", at: "", wanted: "" }, expected, read);

/** Places of a label that are not in the schema, or have another shape there: they cannot be compared. */
export function strangeIn(schema: Schema, label: unknown): string[] {
  return strangeInFields(schema.fields, "", label);
}

function compareFields(
  fields: readonly Field[],
  { field: above, at, wanted: inLabel }: Place,
  expected: unknown,
  read: unknown,
): FieldVerdict[] {
  const [wanted, got] = [recordOf(expected), recordOf(read)];
  return fields.flatMap((field) => {
    const place = { field: child(above, field.name), at: child(at, field.name), wanted: below(inLabel, field.name) };
    return compareField(field, place, wanted.get(field.name), got.get(field.name));
  });
}

function compareField(field: Field, place: Place, expected: unknown, read: unknown): FieldVerdict[] {
  if (field.type === "object") return compareFields(field.fields ?? [], place, expected, read);
  const item = itemOf(field);
  if (item) return compareLists(item, place, listOf(expected), listOf(read));
  const outcome = outcomeOf(field, expected, read);
  return outcome === null ? [] : [{ ...place, outcome, expected: expected ?? null, read: read ?? null }];
}

/** The item field of a list; null for a field that is not a list. */
function itemOf({ type, name, fields, items }: Field): Field | null {
  if (type === "table") return { name, type: "object", fields };
  return type === "array" ? (items ?? { name, type: "string" }) : null;
}

function outcomeOf({ type }: Field, expected: unknown, read: unknown): FieldOutcome | null {
  if (isEmpty(expected)) return isEmpty(read) ? null : "invented";
  if (isEmpty(read)) return "missing";
  return isSameValue(type, expected, read) ? "right" : "wrong";
}

const below = (pointer: string | null, name: string | number) => (pointer === null ? null : child(pointer, name));

function compareLists(item: Field, { field, at, wanted }: Place, expected: readonly unknown[], read: readonly unknown[]): FieldVerdict[] {
  const place = { field: `${field}/*`, at, wanted };
  const agreement = (i: number, j: number) =>
    compareField(item, place, expected[i], read[j]).filter(({ outcome }) => outcome === "right").length;
  return pairs(expected.length, read.length, agreement).flatMap(([i, j]) =>
    compareField(
      item,
      { ...place, at: child(at, j ?? i ?? 0), wanted: i === null ? null : below(wanted, i) },
      expected[i ?? -1],
      read[j ?? -1],
    ),
  );
}

type Pair = [expected: number | null, read: number | null];

/** Pairs the items that agree in most values, the nearest in order among equals; the rest are paired in order. */
function pairs(expected: number, read: number, agreement: (i: number, j: number) => number): Pair[] {
  const candidates = range(expected)
    .flatMap((i) => range(read).map((j) => ({ i, j, agreed: agreement(i, j) })))
    .filter(({ agreed }) => agreed > 0)
    .sort((a, b) => b.agreed - a.agreed || Math.abs(a.i - a.j) - Math.abs(b.i - b.j) || a.i - b.i);
  const found = new Map<number, number>();
  const taken = new Set<number>();
  for (const { i, j } of candidates) {
    if (found.has(i) || taken.has(j)) continue;
    found.set(i, j);
    taken.add(j);
  }
  const left = range(read).filter((j) => !taken.has(j));
  const matched = range(expected).map((i): Pair => [i, found.get(i) ?? left.shift() ?? null]);
  return [...matched, ...left.map((j): Pair => [null, j])];
}

function strangeInFields(fields: readonly Field[], pointer: string, label: unknown): string[] {
  if (label === null || label === undefined) return [];
  if (typeof label !== "object" || Array.isArray(label)) return [pointer];
  const known = new Map(fields.map((field) => [field.name, field]));
  return Object.entries(label).flatMap(([name, value]) => {
    const field = known.get(name);
    return field ? strangeInField(field, child(pointer, name), value) : [child(pointer, name)];
  });
}

function strangeInField(field: Field, pointer: string, value: unknown): string[] {
  if (field.type === "object") return strangeInFields(field.fields ?? [], pointer, value);
  const item = itemOf(field);
  if (!item || value === null) return [];
  if (!Array.isArray(value)) return [pointer];
  return value.flatMap((each, i) => strangeInField(item, child(pointer, i), each));
}

/** Empty: also an amount without a number, and a list without items. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  return typeof value === "object" && Object.values(value).every(isEmpty);
}

const recordOf = (value: unknown): Map<string, unknown> =>
  new Map(typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
