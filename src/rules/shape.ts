/** What expressions can name: the fields of a schema by their names, computed values, and what lookups give. */
import { child, keysOf as keysOfPath } from "#contract/pointer.ts";
import type { LookupRule, Rules } from "#contract/rules.ts";
import type { Field, Schema } from "#contract/schema/field.ts";

/** `path`: the field's, without numbers of rows; null for what is no field. `keys`: the names of its parts. `item`: of a list. */
export type Shape = { path: string | null; keys: ReadonlyMap<string, Shape>; item: Shape | null };

const NONE: ReadonlyMap<string, Shape> = new Map();

export function shapeOf(field: Field, path: string): Shape {
  const row = () => ({ path, keys: keysOf(field.fields ?? [], path), item: null });
  if (field.type === "object") return row();
  if (field.type === "table") return { path, keys: NONE, item: row() };
  if (field.type === "array") return { path, keys: NONE, item: field.items ? shapeOf(field.items, path) : leaf(path) };
  if (field.type === "multi_enum") return { path, keys: NONE, item: leaf(path) };
  if (field.type === "currency") return { path, keys: new Map(["amount", "currency"].map((name) => [name, leaf(path)])), item: null };
  return leaf(path);
}

const leaf = (path: string | null): Shape => ({ path, keys: NONE, item: null });
const group = (keys: Iterable<readonly [string, Shape]>): Shape => ({ path: null, keys: new Map(keys), item: null });
const keysOf = (fields: readonly Field[], path: string): Map<string, Shape> =>
  new Map(fields.map((field) => [field.name, shapeOf(field, child(path, field.name))]));

/** A name that CEL reads as one, and does not keep for itself. */
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const RESERVED: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while cel".split(" "),
);
export const isIdentifier = (name: string): boolean => IDENTIFIER.test(name) && !RESERVED.has(name);

/** By the names of an expression's values; a field named `fields`, `computed` or `lookups` goes before the group of that name. `computed`: how many of the computed values can be used; those come in their order. */
export function namesFor(schema: Schema, rules: Rules, computed = rules.computed?.length ?? 0): Map<string, Shape> {
  const fields = keysOf(schema.fields, "");
  const known = (rules.computed ?? []).slice(0, computed).map(({ name }) => [name, leaf(null)] as const);
  const found = (rules.lookups ?? []).map((rule) => [rule.name, lookupShape(schema, rule)] as const);
  const all = { fields: { path: null, keys: fields, item: null }, computed: group(known), lookups: group(found) };
  return new Map([...Object.entries(all), ...[...fields].filter(([name]) => isIdentifier(name))]);
}

/** Where rows of a table are looked up, a list of what each gives, with the row itself. */
function lookupShape(schema: Schema, { by, gives }: LookupRule): Shape {
  const keys = Object.keys(gives ?? {}).map((key) => [key, leaf(null)] as const);
  const table = tableOf(schema, by);
  const field = table === null ? null : fieldAt(schema, keysOfPath(table));
  if (table === null || field === null) return group(keys);
  const row = shapeOf(field, table).item ?? leaf(table);
  return { path: null, keys: NONE, item: group([...keys, [ROW, row]]) };
}

/** What expressions call the row of the table that was looked up. */
export const ROW = "row";

/** Paths of the tables that a field is inside of, the outermost first: `/line_items` for `/line_items/sku`. */
export function tablesAround(schema: Schema, path: string): string[] {
  const keys = keysOfPath(path);
  const parents = keys.map((_, i) => keys.slice(0, i)).filter((parent) => fieldAt(schema, parent)?.type === "table");
  return parents.map((parent) => parent.reduce(child, ""));
}

/** The table for each of whose rows a lookup is made; null for one that is made once for the document. */
export const tableOf = (schema: Schema, by: LookupRule["by"]): string | null =>
  by.flatMap(({ field }) => tablesAround(schema, field))[0] ?? null;

/** The field at a path such as `/line_items/amount`; null where the schema has none. */
export function fieldAt(schema: Schema, keys: readonly string[]): Field | null {
  let at: Field | null = { name: "", type: "object", fields: schema.fields };
  for (const key of keys) at = at?.fields?.find(({ name }) => name === key) ?? null;
  return at;
}
