/** The field types of an extraction schema and their aliases. */
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

/** The value of each type in `data`, in Markdown; docs/field-types.md has the same table. */
export const FIELD_TYPE_MEANINGS: Record<FieldType, string> = {
  string: "the words as printed, with single spaces; identifiers keep their leading zeros",
  number: "a number; `1.190,00` and `1,190.00` are distinguished by the document",
  integer: "a whole number",
  boolean: "`true` or `false`: from yes and no in words, ticked and empty boxes",
  date: "`YYYY-MM-DD`; where day and month cannot be distinguished, the warning `ambiguous_date` names both readings",
  datetime: "RFC 3339; without a zone where none is printed",
  time: "`HH:MM` or `HH:MM:SS`, 24 hours",
  currency: "`amount` and the ISO 4217 code in `currency`, which is `null` when the document does not show the currency",
  percentage: "the number before the sign: 20 for 20 %",
  enum: "one of the values that the field lists in `enum`",
  multi_enum: "a list of values out of `enum`",
  email: "an e-mail address",
  phone: "E.164 where the number or the document names the country, else as printed",
  url: "a web address",
  address: "a postal address in one line",
  signature:
    '`true` where something shows that it was signed: ink, a mark set by a PDF reader, a signed signature field, or letters such as "/s/ Ann Bee". Else `null`; a place to sign is no signature',
  array: 'a list of what `items` says; `"string[]"` is short for a list of strings',
  object: "the values of its `fields`, under their names",
  table: "a list of rows, each with the columns in `fields`; rows go on over several pages",
};

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

/** The type of a written name or alias; ignores case, `_`, `-` and spaces. Null when there is none. */
export function fieldTypeOf(written: string): FieldType | null {
  return BY_KEY.get(plainName(written)) ?? null;
}

/** The type with the nearest name, for "did you mean"; null when none is near. */
export function nearestFieldType(written: string): FieldType | null {
  const near = nearestName(written, BY_KEY.keys());
  return near === null ? null : fieldTypeOf(near);
}
