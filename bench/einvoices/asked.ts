import type { Field } from "#contract/schema/field.ts";

/** A schema; `names` leads from a path of the data to what it is called in the truth. */
export type Asked = {
  name: string;
  fields: Field[];
  names: Record<string, string>;
  lines: string;
  taxes: string;
  columns: Record<string, string>;
  rates: Record<string, string>;
};

export type Named = readonly [truth: string, name: string, type: Field["type"], description?: string];

export const field = ([, name, type, description]: Named): Field => ({ name, type, ...(description === undefined ? {} : { description }) });
export const table = (name: string, columns: readonly Named[]): Field => ({ name, type: "table", fields: columns.map(field) });
