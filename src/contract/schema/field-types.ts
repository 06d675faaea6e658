/** The field types of an extraction schema and the other names people write for them. */

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

const keyOf = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, "");
const BY_KEY = new Map<string, FieldType>([
  ...FIELD_TYPES.map((type) => [keyOf(type), type] as const),
  ...Object.entries(ALIASES).map(([alias, type]) => [keyOf(alias), type] as const),
]);

/** The type that a written name means; case, `_`, `-` and spaces do not count. Null when it means none. */
export function fieldTypeOf(written: string): FieldType | null {
  return BY_KEY.get(keyOf(written)) ?? null;
}

/** Whatever is longer is no misspelling of a type. */
const WRITTEN_CHARACTERS_MAX = 100;

/** The nearest known name, for "did you mean"; null when nothing is within a third of the letters. */
export function nearestFieldType(written: string): FieldType | null {
  if (written.length > WRITTEN_CHARACTERS_MAX) return null;
  const key = keyOf(written);
  let best: { type: FieldType; distance: number } | null = null;
  for (const [known, type] of BY_KEY) {
    const distance = editDistance(key, known);
    if (distance <= Math.max(1, Math.floor(Math.max(key.length, known.length) / 3)) && (!best || distance < best.distance))
      best = { type, distance };
  }
  return best?.type ?? null;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, swap));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
