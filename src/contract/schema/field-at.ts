/** The field of a schema that a place in the data belongs to. */
import { child, keysOf } from "#contract/pointer.ts";
import type { Field, Schema } from "./field.ts";

/** An item of a list whose schema does not say what its items are. */
export const TEXT: Field = { name: "item", type: "string" };

/** The field at a JSON Pointer into the data; null when there is none. A row of a table is an object. */
export function fieldAt(schema: Schema, pointer: string): Field | null {
  let at: Field | null = root(schema);
  for (const key of keysOf(pointer)) at = at && below(at, key);
  return at;
}

/** The pointer with `*` in place of the numbers of rows, the same for all rows; null when there is no such field. */
export function fieldPathOf(schema: Schema, pointer: string): string | null {
  let at: Field | null = root(schema);
  let path = "";
  for (const key of keysOf(pointer)) {
    if (at === null) return null;
    path = child(path, at.type === "table" || at.type === "array" ? "*" : key);
    at = below(at, key);
  }
  return at && path;
}

export function below(field: Field, key: string): Field | null {
  if (field.type === "object") return field.fields?.find(({ name }) => name === key) ?? null;
  if (field.type === "table") return { ...field, type: "object" };
  return field.type === "array" ? (field.items ?? TEXT) : null;
}

const root = ({ fields }: Schema): Field => ({ name: "", type: "object", fields });
