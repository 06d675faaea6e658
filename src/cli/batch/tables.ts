/** The results of a batch as tables: a row for each file, and a table of its own for each list of rows in the schema. */
import type { Json } from "#contract/json.ts";
import type { Field } from "#contract/schema/field.ts";

export type Cell = string | number | boolean | null;
/** `path`: the names down to the value. */
type Column = { name: string; path: readonly string[] };
/** `name` is null for the table of files. `path`: where its rows are. */
export type Table = { name: string | null; path: readonly string[]; columns: readonly Column[] };

/** The first one has the values of each file. Tables within rows of tables are cells with JSON. */
export function tablesOf(fields: readonly Field[]): Table[] {
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

/** Names of the columns; those in front name the file. */
export const headOf = ({ name, columns }: Table): string[] => [
  ...(name === null ? ["file", "status", "error"] : ["file", "row"]),
  ...columns.map((column) => column.name),
];

/** `data` is null when the file was not read. */
export type Result = { file: string; status: string; error: string | null; data: Json };

export function rowsOf(table: Table, { file, status, error, data }: Result): Cell[][] {
  const cellsOf = (row: Json) => table.columns.map(({ path }) => cellOf(valueAt(row, path)));
  if (table.name === null) return [[file, status, error, ...cellsOf(data)]];
  const rows = valueAt(data, table.path);
  return Array.isArray(rows) ? rows.map((row, i) => [file, i + 1, ...cellsOf(row)]) : [];
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

/** What spreadsheets take for the beginning of a formula, in ASCII and full width (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/** A text that would be run as a formula gets an apostrophe in front, which spreadsheets do not show or ignore. Numbers are numbers. */
export const neutral = (cell: Cell): Cell => (typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : cell);
