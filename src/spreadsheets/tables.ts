/** The values of documents as tables: a row for each document, and a table of its own for each list of rows in the schema. */
import type { Json } from "#contract/json.ts";
import type { Field } from "#contract/schema/field.ts";

export type Cell = string | number | boolean | null;
/** `path`: the names down to the value; null where documents of this schema have no such value. */
type Column = { name: string; path: readonly string[] | null };
/** `name` is null for the table of documents. `path`: where its rows are. */
export type Table = { name: string | null; path: readonly string[]; columns: readonly Column[] };

/** The first one has the values of each document. Tables within rows of tables are cells with JSON. */
export function tablesOf(fields: readonly Field[]): [Table, ...Table[]] {
  const further: Table[] = [];
  const columns = columnsOf(fields, [], (field, path) =>
    further.push({ name: path.join("."), path, columns: columnsOf(field.fields ?? [], [], null) }),
  );
  return [{ name: null, path: [], columns }, ...further];
}

/** `onTable`: takes a list of rows; null: such a list is a column like any other. */
function columnsOf(fields: readonly Field[], above: readonly string[], onTable: ((field: Field, path: string[]) => void) | null): Column[] {
  return fields.flatMap((field): Column[] => {
    const path = [...above, field.name];
    const name = path.join(".");
    if (field.type === "object") return columnsOf(field.fields ?? [], path, onTable);
    if (field.type === "table" && onTable !== null) {
      onTable(field, path);
      return [];
    }
    if (field.type !== "currency") return [{ name, path }];
    return [
      { name, path: [...path, "amount"] },
      { name: `${name}.currency`, path: [...path, "currency"] },
    ];
  });
}

/** The tables of all: those of the first, its columns first, then what only others have. */
export function merged(all: readonly (readonly Table[])[]): Table[] {
  const tables = new Map<string | null, Map<string, Column>>();
  const paths = new Map<string | null, Table["path"]>();
  for (const { name, path, columns } of all.flat()) {
    const known = tables.get(name) ?? new Map<string, Column>();
    for (const column of columns) if (!known.has(column.name)) known.set(column.name, column);
    tables.set(name, known);
    if (!paths.has(name)) paths.set(name, path);
  }
  return [...tables].map(([name, columns]) => ({ name, path: paths.get(name) ?? [], columns: [...columns.values()] }));
}

/** `table` with the columns of `like`, in their order. */
export function alignedTo(like: Table, table: Table): Table {
  const paths = new Map(table.columns.map(({ name, path }) => [name, path]));
  return { ...table, columns: like.columns.map(({ name }) => ({ name, path: paths.get(name) ?? null })) };
}

/** Names of the columns. `front`: of those before the values. */
export const headOf = ({ columns }: Table, front: readonly string[]): string[] => [...front, ...columns.map((column) => column.name)];

/** One row with the values of a document. `front`: its cells before the values. */
export const rowOf = ({ columns }: Table, front: readonly Cell[], data: Json): Cell[] => [
  ...front,
  ...columns.map(({ path }) => (path === null ? null : cellOf(valueAt(data, path)))),
];

/** The rows of a list in a document's values, each behind `front` and its number from 1. */
export function listRowsOf(table: Table, front: readonly Cell[], data: Json): Cell[][] {
  const rows = valueAt(data, table.path);
  return Array.isArray(rows) ? rows.map((row, i) => rowOf(table, [...front, i + 1], row)) : [];
}

function valueAt(value: Json, path: readonly string[]): Json {
  let at = value;
  for (const name of path) {
    if (at === null || typeof at !== "object" || Array.isArray(at) || !Object.hasOwn(at, name)) return null;
    at = at[name] ?? null;
  }
  return at;
}

function cellOf(value: Json): Cell {
  if (Array.isArray(value)) {
    const parts = value.map((each) => (each !== null && typeof each === "object" ? JSON.stringify(each) : String(each ?? "")));
    return parts.length === 0 ? null : parts.join("; ");
  }
  return value !== null && typeof value === "object" ? JSON.stringify(value) : value;
}
