/** The caller's schema as the prompt lists it: one line per field, identified by its path. */

import { child } from "#contract/pointer.ts";
import type { Field, Schema } from "#contract/schema/field.ts";

/**
 * A list of rows: a table, or an array of objects. `columns` are the paths of a row's fields below it, without the leading slash; a column
 * that is itself a list has a finding for each of its items.
 */
export type TableField = { path: string; columns: string[] };
export type FieldList = {
  text: string;
  tables: TableField[];
  /** Fields by path; `*` stands for the number of a row or item. */
  byPath: ReadonlyMap<string, Field>;
};

export function fieldListOf(schema: Schema): FieldList {
  const lines: string[] = [];
  const tables: TableField[] = [];
  const byPath = new Map<string, Field>();
  const add = (field: Field, path: string, depth: number): void => {
    byPath.set(path, field);
    const indent = "  ".repeat(depth);
    const inner = field.fields ?? [];
    if (field.type === "object") {
      lines.push(`${indent}${path} (group)${about(field)}`);
      for (const each of inner) add(each, child(path, each.name), depth + 1);
    } else if (field.type === "table") {
      const columns: string[] = [];
      columnsOf(inner, "", columns);
      tables.push({ path, columns });
      lines.push(
        `${indent}${path} (table, answered in "tables"; columns: ${columns.map((column) => JSON.stringify(column)).join(", ")})${about(field)}`,
      );
      for (const each of inner) add(each, child(`${path}/*`, each.name), depth + 1);
    } else if (field.type === "array" && field.items) {
      lines.push(`${indent}${path} (list; its items are ${path}/0, ${path}/1, …)${about(field)}`);
      add({ ...field.items, name: "item" }, `${path}/*`, depth + 1);
    } else lines.push(`${indent}${path} (${typeOf(field)})${about(field)}`);
  };
  for (const field of schema.fields) add(field, child("", field.name), 0);
  return { text: lines.join("\n"), tables, byPath };
}

function columnsOf(fields: readonly Field[], prefix: string, columns: string[]): void {
  for (const field of fields) {
    const path = child(prefix, field.name);
    if (field.type === "object") columnsOf(field.fields ?? [], path, columns);
    else if (field.type !== "table") columns.push(path.slice(1));
  }
}

/** The path with `*` for the numbers of rows and items. */
export function patternOf(path: string): string {
  return path.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** Whether the value is the model's own, for which the words are only the reason. */
const isConcluded = ({ method }: Field): boolean => method === "generate" || method === "classify";

function typeOf(field: Field): string {
  const marks = [field.type, ...(field.required ? ["required"] : []), ...(isConcluded(field) ? ["conclude"] : [])];
  return marks.join(", ");
}

function about(field: Field): string {
  const facts = [
    field.description,
    field.enum && `one of: ${field.enum.map((option) => JSON.stringify(option)).join(", ")}`,
    field.format && `format: ${field.format}`,
    field.pattern && `pattern: ${field.pattern}`,
    field.minimum !== undefined && `at least ${field.minimum}`,
    field.maximum !== undefined && `at most ${field.maximum}`,
    field.examples && `for example: ${field.examples.map((example) => JSON.stringify(example)).join(", ")}`,
  ].filter(Boolean);
  return facts.length === 0 ? "" : `: ${facts.join("; ")}`;
}
