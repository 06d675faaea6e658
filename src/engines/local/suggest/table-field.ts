/** Suggests the table of a document as a field: its column heads become the fields of its rows. */

import type { Field } from "#contract/schema/field.ts";
import type { FieldType } from "#contract/schema/field-types.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { largest } from "#documents/long-lists.ts";
import { bodyOf, type TableRow } from "#engines/local/tables/body.ts";
import { type Column, type ColumnHead, columnsOf, type Header, headerOn } from "#engines/local/tables/header.ts";
import { hasText } from "#structure/labels/label-shapes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { textOf, withWords } from "#structure/sheet.ts";
import type { Place } from "./draft.ts";
import { nameGiver, snakeCase } from "./field-name.ts";
import { typeOfValue } from "./value-type.ts";

export type TableDraft = {
  field: Field;
  label: Place;
  /** The place of each column's head, in the order of the fields. */
  heads: readonly Place[];
  /** The lines of the table, by page. */
  lines: ReadonlyMap<number, ReadonlySet<number>>;
};

/** Concept of a column → a common name for it, with the type under which it is found. */
const COLUMNS: readonly Field[] = [
  { name: "item_number", type: "string" },
  { name: "position", type: "string" },
  { name: "description", type: "string" },
  { name: "delivery_date", type: "date" },
  { name: "quantity", type: "number" },
  { name: "unit", type: "string" },
  { name: "unit_price", type: "number" },
  { name: "discount", type: "number" },
  { name: "tax_rate", type: "percentage" },
  { name: "amount", type: "number" },
];
const COLUMNS_MIN = 2;
/** Without one of these columns it may be a row of labels on a form. */
const COUNTED = ["quantity", "unit_price", "amount"];

/** The table with the most meaningful heads; null when no page has a table with rows. */
export function tableOf(sheets: readonly Sheet[]): TableDraft | null {
  const columns = columnsOf(COLUMNS);
  const headers = sheets.flatMap((sheet) => {
    const header = headerOn(sheet, columns);
    return header ? [{ sheet, header, body: bodyOf(sheet, header, columns) }] : [];
  });
  const best = headers.filter(({ body }) => body.rows.length > 0).sort((a, b) => b.header.score - a.header.score)[0];
  if (!best || !isTable(best.header)) return null;
  const { header } = best;
  const heads = header.heads.filter((head, i, all) => all.findIndex((other) => sameName(head, other)) === i);
  const own = new Set(heads.map(({ text }) => snakeCase(text)));
  const give = nameGiver();
  const read = heads.flatMap((head) => {
    const field = columnField(head, header, best.body.rows);
    // "Service" is not `description` beside a column with exactly that name.
    const name = field && own.has(field.name) ? snakeCase(head.text) || field.name : field?.name;
    return field && name ? [{ field: { ...field, name: give(name) }, place: { text: head.text, page: header.page, box: head.box } }] : [];
  });
  if (read.length < COLUMNS_MIN) return null;
  const text = header.heads.map((head) => head.text).join(" ");
  const field: Field = { name: nameOf(header), type: "table", description: text, fields: read.map((each) => each.field) };
  return {
    field,
    label: { text, page: header.page, box: boxAround(header.heads) },
    heads: read.map(({ place }) => place),
    lines: new Map(headers.map((each) => [each.header.page, linesOf(each.header, each.body.rows)] as const)),
  };
}

/** The engine would find only one of two columns with the same head. */
const sameName = (a: ColumnHead, b: ColumnHead): boolean =>
  a === b || (snakeCase(a.text) !== "" && snakeCase(a.text) === snakeCase(b.text));

/** False for form labels side by side, and for heads that the lexicon hardly knows. */
function isTable({ heads, columns }: Header): boolean {
  const names = [...columns.keys()].map(({ field }) => field.name);
  if (heads.some(({ text }) => /\d{4}/.test(text)) || 2 * names.length < heads.length) return false;
  return (
    COUNTED.some((name) => names.includes(name)) && (names.length > 2 || names.includes("description") || names.includes("item_number"))
  );
}

function nameOf({ columns }: Header): string {
  const concepts = new Set([...columns.keys()].map(({ concept }) => concept));
  return ["description", "item_number", "quantity", "unit_price"].some((concept) => concepts.has(concept)) ? "line_items" : "rows";
}

/** Null for a head without words, or over a column that is empty in every row. */
function columnField(head: ColumnHead, header: Header, rows: readonly TableRow[]): Field | null {
  const column = [...header.columns].find(([, other]) => other === head)?.[0] ?? null;
  const cells = rows.flatMap((row) => joined(row.cells.get(head) ?? []));
  if (cells.length === 0 || !/\p{L}/u.test(head.text)) return null;
  const name = column?.field.name ?? snakeCase(head.text);
  return name === "" ? null : { name, type: typeOf(column, head, cells), description: head.text };
}

const NUMERIC: ReadonlySet<FieldType> = new Set(["number", "currency", "percentage"]);

/** The type of most of its cells; a known column of counts or sums keeps its type. */
function typeOf(column: Column | null, head: ColumnHead, cells: readonly Cell[]): FieldType {
  const types = Map.groupBy(
    cells.map((cell) => typeOfValue(head.text, cell, 0, cell.words.length)),
    (type) => type,
  );
  const [most = "string"] = [...types].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
  if (column === null) return most;
  const { type, name } = column.field;
  if (name === "position") return most === "number" ? "integer" : "string";
  if (type === "percentage") return cells.some((cell) => /[A-Z]{1,3}$/.test(cell.text)) ? "string" : "percentage";
  if (type === "number") return most === "currency" ? "currency" : "number";
  return type === "date" && !types.has("date") && NUMERIC.has(most) ? most : type;
}

/** A cell that runs over several lines. */
function joined(cells: readonly Cell[]): Cell[] {
  const words = cells.flatMap((cell) => [...cell.words]);
  const [first] = cells;
  return first && hasText(textOf(words)) ? [withWords(first, words)] : [];
}

function linesOf(header: Header, rows: readonly TableRow[]): ReadonlySet<number> {
  const cells = rows.flatMap((row) => [...row.cells.values()].flat());
  const last = Math.max(header.toLine - 1, largest(cells.map(({ line }) => line)));
  return new Set(Array.from({ length: last - header.fromLine + 1 }, (_, i) => header.fromLine + i));
}
