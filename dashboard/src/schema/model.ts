/** The fields of a schema while they are edited: every row has a key of its own, so that it keeps its inputs when others move. */
import type { Schemas } from "#api.ts";

export type SchemaField = Schemas["Field"];
export type Row = {
  key: string;
  name: string;
  type: SchemaField["type"];
  description: string;
  required: boolean;
  /** Of enum and multi_enum. */
  choices: string[];
  /** Of object and table. */
  rows: Row[];
  /** What the editor does not show; it is kept as it came. */
  rest: Partial<SchemaField>;
};

/** What each type is called, in the order it is offered. `array` of scalars is offered as a list of texts. */
export const TYPES: readonly [SchemaField["type"], string][] = [
  ["string", "Text"],
  ["currency", "Amount of money"],
  ["number", "Number"],
  ["integer", "Whole number"],
  ["date", "Date"],
  ["table", "Table (rows)"],
  ["object", "Group"],
  ["array", "List of texts"],
  ["boolean", "Yes or no"],
  ["enum", "One choice"],
  ["multi_enum", "Several choices"],
  ["percentage", "Percentage"],
  ["datetime", "Date and time"],
  ["time", "Time"],
  ["email", "E-mail"],
  ["phone", "Phone"],
  ["url", "Web address"],
  ["address", "Address"],
  ["signature", "Signature"],
];

export const hasRows = (type: Row["type"]) => type === "table" || type === "object";
export const hasChoices = (type: Row["type"]) => type === "enum" || type === "multi_enum";

export const newRow = (more: Partial<Row> = {}): Row => ({
  key: crypto.randomUUID(),
  name: "",
  type: "string",
  description: "",
  required: false,
  choices: [],
  rows: [],
  rest: {},
  ...more,
});

export function rowsOf(fields: readonly SchemaField[]): Row[] {
  return fields.map(({ name, type, description, required, enum: choices, fields: inner, ...rest }) =>
    newRow({
      name,
      type: type ?? "string",
      description: description ?? "",
      required: required ?? false,
      choices: choices ?? [],
      rows: rowsOf(inner ?? []),
      rest,
    }),
  );
}

/** Rows without a name are left out: they are just being made. */
export function fieldsOf(rows: readonly Row[]): SchemaField[] {
  return rows
    .filter(({ name }) => name.trim() !== "")
    .map(({ name, type, description, required, choices, rows: inner, rest }) => ({
      name: name.trim(),
      type,
      ...(description.trim() ? { description: description.trim() } : {}),
      ...(required ? { required } : {}),
      ...restFor(type, rest),
      ...(choices.length > 0 ? { enum: choices } : {}),
      ...(hasRows(type) ? { fields: fieldsOf(inner) } : {}),
    }));
}

function restFor(type: Row["type"], { items, ...rest }: Partial<SchemaField>): Partial<SchemaField> {
  return type === "array" ? { ...rest, items: items ?? { name: "item", type: "string" } } : rest;
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
