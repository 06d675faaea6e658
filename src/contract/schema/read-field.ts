/** Reads one field of a caller's schema into the canonical form, with aliases and all known nesting keys. */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { type Field, METHODS } from "./field.ts";
import { type FieldType, fieldTypeOf, nearestFieldType } from "./field-types.ts";
import { FIELD_KEYS, NESTING_KEYS, noteUnknown } from "./known-keys.ts";
import { isRecord, type Loc, type Problems, placeOf } from "./problems.ts";

/** All properties except name, type and nesting; unknown keys are reported by known-keys.ts. */
const Details = z.object({
  description: z.string().nullish(),
  required: z.boolean().nullish(),
  method: z.enum(METHODS).nullish(),
  enum: z
    .array(z.union([z.string(), z.number(), z.boolean()]).transform(String))
    .max(1000)
    .nullish(),
  options: z.array(z.string()).max(1000).nullish(),
  format: z.string().max(100).nullish(),
  pattern: z.string().max(1000).nullish(),
  minimum: z.number().nullish(),
  maximum: z.number().nullish(),
  examples: z
    .array(z.union([z.string(), z.number(), z.boolean()]).transform(String))
    .max(100)
    .nullish(),
});

/** Reads a list of fields, or an object whose keys are the names. Adds every error with its `loc`. */
export function fieldsFrom(input: unknown, writtenAt: Loc, level: number, problems: Problems): Field[] {
  const loc = placeOf(input, writtenAt, problems);
  if (level > LIMITS.schemaLevelsMax) {
    problems.errors.push({ loc, msg: `Fields are nested deeper than ${LIMITS.schemaLevelsMax} levels.`, type: "too_deep" });
    return [];
  }
  const keys = isRecord(input) ? Object.keys(input) : null;
  const list = isRecord(input) ? Object.entries(input).map(([name, value]) => named(name, value)) : input;
  if (!Array.isArray(list) || list.length === 0) {
    problems.errors.push({ loc, msg: "Give at least one field: `[{name, type, description}]`.", type: "missing" });
    return [];
  }
  const seen = new Set<string>();
  const fields: Field[] = [];
  list.forEach((item, index) => {
    const at = placeOf(item, [...loc, keys?.[index] ?? index], problems);
    const field = fieldFrom(item, at, level, problems);
    if (!field) return;
    if (seen.has(field.name))
      problems.errors.push({ loc: [...at, "name"], msg: `The name \`${field.name}\` is given twice on this level.`, type: "duplicate" });
    seen.add(field.name);
    fields.push(field);
  });
  return fields;
}

const named = (name: string, value: unknown) => (isRecord(value) ? { name, ...value } : { name, type: value });

/** `itemName`: the name for the items of an array, which may have none of their own. */
export function fieldFrom(input: unknown, writtenAt: Loc, level: number, problems: Problems, itemName?: string): Field | null {
  const loc = placeOf(input, writtenAt, problems);
  if (!isRecord(input)) {
    problems.errors.push({ loc, msg: "A field is an object with `name` and `type`.", type: "dict_type" });
    return null;
  }
  noteUnknown(input, loc, FIELD_KEYS, problems);
  const name = itemName ?? nameOf(input.name, loc, problems);
  const written = typeOf(input, loc, problems);
  const details = detailsOf(input, loc, problems);
  if (name === null || written === null || details === null) return null;
  const base = { name, ...details };
  const nested = nestedOf(input);
  if (written.array) return arrayOf(base, { ...knownOf(input), type: written.type, name: undefined }, loc, level, problems);
  if (written.type === "array") return arrayField(base, input, nested, loc, level, problems);
  if (written.type === "object" || written.type === "table") {
    const found = nested ?? { key: "fields", value: undefined };
    const value = written.type === "table" ? tableColumns(found.value) : found.value;
    return { ...base, type: written.type, fields: fieldsFrom(value, [...loc, found.key], level + 1, problems) };
  }
  return scalarField({ ...base, type: written.type }, loc, problems);
}

/** The field without properties that were already reported. */
const knownOf = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([key]) => FIELD_KEYS.some((known) => known === key)));

function nameOf(value: unknown, loc: Loc, problems: Problems): string | null {
  if (typeof value === "string" && value.trim() !== "" && value.length <= 200 && value !== "__proto__") return value;
  problems.errors.push({
    loc: [...loc, "name"],
    msg: "Every field needs a `name` of 1 to 200 characters.",
    type: value === undefined ? "missing" : "string_type",
  });
  return null;
}

function typeOf(input: Record<string, unknown>, loc: Loc, problems: Problems): { type: FieldType; array: boolean } | null {
  const value = input.type;
  if (value === undefined || value === null) {
    const nested = nestedOf(input);
    return { type: nested?.key === "items" ? "array" : nested ? "object" : Array.isArray(input.enum) ? "enum" : "string", array: false };
  }
  if (typeof value !== "string") {
    problems.errors.push({ loc: [...loc, "type"], msg: "`type` is a text such as `string`, `date` or `table`.", type: "string_type" });
    return null;
  }
  const array = /\[\]\s*$/.test(value);
  const written = value.replace(/(\[\]\s*)$/, "");
  const type = fieldTypeOf(written);
  if (type) return { type, array };
  const near = nearestFieldType(written);
  problems.errors.push({
    loc: [...loc, "type"],
    msg: `Unknown type \`${value.slice(0, 60)}\`.${near ? ` Did you mean \`${near}\`?` : ""}`,
    type: "unknown_type",
  });
  return null;
}

function detailsOf(input: Record<string, unknown>, loc: Loc, problems: Problems): Omit<Field, "name" | "type"> | null {
  const parsed = Details.safeParse(input);
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      problems.errors.push({
        loc: [...loc, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))],
        msg: issue.message,
        type: issue.code,
      });
    return null;
  }
  const { options, ...rest } = parsed.data;
  const all = { ...rest, enum: rest.enum ?? options };
  if (all.pattern) {
    try {
      new RegExp(all.pattern, "u");
    } catch {
      problems.errors.push({ loc: [...loc, "pattern"], msg: "`pattern` is not a valid regular expression.", type: "invalid_pattern" });
    }
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
}

function scalarField(field: Field, loc: Loc, problems: Problems): Field {
  if ((field.type === "enum" || field.type === "multi_enum") && !field.enum?.length) {
    problems.errors.push({
      loc: [...loc, "enum"],
      msg: `A field of type \`${field.type}\` lists its values in \`enum\`.`,
      type: "missing",
    });
  }
  if (field.minimum !== undefined && field.maximum !== undefined && field.minimum > field.maximum) {
    problems.errors.push({ loc: [...loc, "minimum"], msg: "`minimum` is greater than `maximum`.", type: "value_error" });
  }
  return field;
}

/** An array of objects is a table; any other array has `items`. */
function arrayField(
  base: Omit<Field, "type">,
  input: Record<string, unknown>,
  nested: Nested | null,
  loc: Loc,
  level: number,
  problems: Problems,
): Field | null {
  if (nested && nested.key !== "items")
    return { ...base, type: "table", fields: fieldsFrom(nested.value, [...loc, nested.key], level + 1, problems) };
  const items = input.items;
  if (Array.isArray(items)) return { ...base, type: "table", fields: fieldsFrom(items, [...loc, "items"], level + 1, problems) };
  return arrayOf(base, items ?? { type: base.enum ? "enum" : "string" }, loc, level, problems);
}

/** Items are on the array's own level, like the columns of a table; only arrays within arrays are one level deeper. */
function arrayOf(base: Omit<Field, "type">, items: unknown, loc: Loc, level: number, problems: Problems): Field | null {
  const given = typeof items === "string" ? { type: items } : items;
  const withEnum = isRecord(given) && base.enum && !given.enum ? { ...given, enum: base.enum } : given;
  if (level > LIMITS.schemaLevelsMax) {
    problems.errors.push({
      loc: [...loc, "items"],
      msg: `Fields are nested deeper than ${LIMITS.schemaLevelsMax} levels.`,
      type: "too_deep",
    });
    return null;
  }
  const item = fieldFrom(withEnum, [...loc, "items"], isArray(given) ? level + 1 : level, problems, base.name);
  if (!item) return null;
  if (item.type === "object") return { ...base, type: "table", fields: item.fields ?? [] };
  const { enum: _, ...rest } = base;
  return { ...rest, type: "array", items: item };
}

function isArray(input: unknown): boolean {
  const written = isRecord(input) ? typeOf(input, [], { errors: [], unknown: [], places: new WeakMap() }) : null;
  return written !== null && (written.array || written.type === "array");
}

type Nested = { key: string; value: unknown };

function nestedOf(input: Record<string, unknown>): Nested | null {
  for (const key of NESTING_KEYS) if (input[key] !== undefined && input[key] !== null) return { key, value: input[key] };
  return input.items === undefined || input.items === null ? null : { key: "items", value: input.items };
}

/** A table's `items` may be the list of columns, or an object that contains it. */
function tableColumns(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const inner = nestedOf(value);
  return inner && (value.type === undefined || typeof value.type === "string") ? inner.value : value;
}
