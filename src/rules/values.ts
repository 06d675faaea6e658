/** Values of a document as expressions see them, and results of expressions as JSON. */
import type { Json } from "#contract/json.ts";
import type { ComputedRule } from "#contract/rules.ts";
import type { Field } from "#contract/schema/field.ts";

/** Dates as points in time, midnight UTC; numbers as they are; all else as in `data`. */
export function valueFor(field: Field, value: Json | undefined): unknown {
  if (value === undefined || value === null) return null;
  if (field.type === "date" || field.type === "datetime") return typeof value === "string" ? timeOf(value) : null;
  if (field.type === "table") return listOf(value, (row) => valuesFor(field.fields ?? [], row));
  if (field.type === "array") return listOf(value, (item) => (field.items ? valueFor(field.items, item) : item));
  if (field.type === "object") return valuesFor(field.fields ?? [], value);
  return value;
}

export function valuesFor(fields: readonly Field[], value: Json): Record<string, unknown> | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  return Object.fromEntries(
    fields.map((field) => [field.name, valueFor(field, Object.hasOwn(value, field.name) ? value[field.name] : null)]),
  );
}

const listOf = (value: Json, each: (item: Json) => unknown): unknown[] => (Array.isArray(value) ? value.map(each) : []);

/** Where no zone is printed, UTC: both sides of a comparison are read alike. */
function timeOf(text: string): Date | null {
  const zoned = /(?:Z|[+-]\d{2}:\d{2})$/.test(text) || text.length <= 10 ? text : `${text}Z`;
  const date = new Date(zoned);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A result in the type that the rule names; null where it has another one. */
export function computedValue(type: ComputedRule["type"], result: unknown): string | number | boolean | null {
  const value = typeof result === "bigint" ? Number(result) : result;
  if (type === "date") return value instanceof Date ? value.toISOString().slice(0, 10) : null;
  if (type === "boolean") return typeof value === "boolean" ? value : null;
  if (type === "string") return typeof value === "string" ? value.slice(0, STRING_CHARACTERS_MAX) : null;
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return type === "integer" && !Number.isInteger(value) ? null : value;
}

const STRING_CHARACTERS_MAX = 10_000;

/** What later expressions know of a computed value. */
export const asKnown = (type: ComputedRule["type"], value: string | number | boolean | null): unknown =>
  type === "date" && typeof value === "string" ? timeOf(value) : value;
