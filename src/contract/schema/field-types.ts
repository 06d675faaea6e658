/** The field types of an extraction schema and the other names people write for them. */
import { nearestName, plainName } from "#contract/nearest.ts";

export const FIELD_TYPES = [
  "string",
  "number",
  "integer",
  "boolean",
  "date",
  "datetime",
  "time",
  "currency",
  "percentage",
  "enum",
  "multi_enum",
  "email",
  "phone",
  "url",
  "address",
  "array",
  "object",
  "table",
  "signature",
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

const ALIASES: Record<string, FieldType> = {
  text: "string",
  str: "string",
  float: "number",
  decimal: "number",
  int: "integer",
  bool: "boolean",
  checkbox: "boolean",
  timestamp: "datetime",
  money: "currency",
  amount: "currency",
  price: "currency",
  percent: "percentage",
  choice: "enum",
  select: "enum",
  option: "enum",
  multiselect: "multi_enum",
  tags: "multi_enum",
  list: "array",
  group: "object",
  lineitems: "table",
};

const BY_KEY = new Map<string, FieldType>([
  ...FIELD_TYPES.map((type) => [plainName(type), type] as const),
  ...Object.entries(ALIASES).map(([alias, type]) => [plainName(alias), type] as const),
]);

/** The type that a written name means; case, `_`, `-` and spaces do not count. Null when it means none. */
export function fieldTypeOf(written: string): FieldType | null {
  return BY_KEY.get(plainName(written)) ?? null;
}

/** The type of the nearest known name, for "did you mean"; null when nothing is near. */
export function nearestFieldType(written: string): FieldType | null {
  const near = nearestName(written, BY_KEY.keys());
  return near === null ? null : fieldTypeOf(near);
}
