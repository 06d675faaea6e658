/** A task's record as what is shown of it: values by name, in the order of the schema, each with its pointer. */
import type { FieldResult, Schemas, Task } from "#api.ts";

type SchemaField = Schemas["Field"];

export type Shown = {
  pointer: string;
  /** The field's name, and for a row its number: `line_items 2 amount`. */
  label: string;
  result: FieldResult;
  /** What a person put in its place; `undefined`: nothing. */
  corrected?: unknown;
  /** The row of a table or list that this stands in. */
  row?: { pointer: string; list: string };
  /** The row that a person added, whose value this is a part of. */
  added?: { pointer: string; row: Record<string, unknown>; keys: readonly string[] };
};

/** `keys` lead from a row to the column's value. */
/** `decimals`: where most numbers of the column have some, as many as the number with the most. */
export type Column = { keys: readonly string[]; name: string; isNumber: boolean; decimals: number };
export type TableRow = { pointer: string; cells: (Shown | null)[]; state: "read" | "added" | "removed" };

/** An object's values, a table's rows, or one value. `name` is the last part of the pointer. */
export type Node =
  | { kind: "value"; name: string; shown: Shown }
  | { kind: "group"; name: string; nodes: Node[] }
  | { kind: "table"; name: string; pointer: string; columns: Column[]; rows: TableRow[] }
  | { kind: "list"; name: string; pointer: string; items: Shown[] };

const escapeKey = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** `schema`: where it is known, tables without rows have their columns. */
export function nodesOf(
  { data, fields, reviewed }: Pick<Task, "data" | "fields" | "reviewed">,
  schema: readonly SchemaField[] = [],
): Node[] {
  return data && fields ? entriesOf(data, "", "", schema, { fields, corrections: reviewed?.values ?? {} }) : [];
}

type Fields = { fields: Record<string, FieldResult>; corrections: Record<string, { value: unknown }> };

const entriesOf = (
  object: Record<string, unknown>,
  pointer: string,
  label: string,
  schema: readonly SchemaField[],
  fields: Fields,
): Node[] =>
  Object.entries(object).map(([name, value]) => {
    const field = schema.find((each) => each.name === name);
    return nodeOf({ name, pointer: `${pointer}/${escapeKey(name)}`, label: label ? `${label} ${name}` : name, field }, value, fields);
  });

type Place = { name: string; pointer: string; label: string; field: SchemaField | undefined };

function nodeOf(place: Place, value: unknown, fields: Fields): Node {
  const { name, pointer, label, field } = place;
  const items = Array.isArray(value) ? value : [];
  if (items.some(isObject) || field?.type === "table") return tableOf(place, items, fields);
  if (items.length > 0 || field?.type === "array") return listOf(place, items, fields);
  const shownHere = shownAt(pointer, label, fields);
  if (shownHere) return { kind: "value", name, shown: shownHere };
  if (isObject(value)) return { kind: "group", name, nodes: entriesOf(value, pointer, label, field?.fields ?? [], fields) };
  return { kind: "list", name, pointer, items: [] };
}

function listOf({ name, pointer, label }: Place, items: unknown[], fields: Fields): Node {
  const read = items.flatMap((_, i) => shownAt(`${pointer}/${i}`, `${label} ${i + 1}`, fields) ?? []);
  const whole = read.length === 0 ? shownAt(pointer, label, fields) : null;
  if (whole && hasValue(whole.result)) return { kind: "value", name, shown: whole };
  const added = addedTo(pointer, items.length, fields).map(([at, value]) => ({
    pointer: at,
    label,
    result: NOT_READ,
    corrected: value,
  }));
  return { kind: "list", name, pointer, items: [...read, ...added] };
}

/** Columns are the leaves of the rows: an object inside a row gives one for each of its own. */
function tableOf({ name, pointer, label, field }: Place, rows: unknown[], fields: Fields): Node {
  const added = addedTo(pointer, rows.length, fields);
  const values = [...rows, ...added.map(([, value]) => value)];
  const paths = new Map(
    [...columnsOf(field?.fields ?? []), ...values.flatMap((row) => leavesOf(row, []))].map((keys) => [keys.join("\n"), keys]),
  );
  const columns = [...paths.values()].map((keys) => ({
    keys,
    name: keys.join(" "),
    ...numbersIn(values.map((row) => at(row, keys))),
  }));
  const labelOf = (i: number, keys: readonly string[]) => `${label} ${i + 1} ${keys.join(" ")}`;
  const read = rows.map((_, i): TableRow => {
    const own = `${pointer}/${i}`;
    const cells = columns.map(({ keys }) => {
      const shown = shownAt([own, ...keys.map(escapeKey)].join("/"), labelOf(i, keys), fields);
      return shown && { ...shown, row: { pointer: own, list: pointer } };
    });
    return { pointer: own, cells, state: fields.corrections[own]?.value === null ? "removed" : "read" };
  });
  const more = added.map(([own, value], i): TableRow => {
    const row = isObject(value) ? value : {};
    const cells = columns.map(({ keys }) => ({
      pointer: [own, ...keys.map(escapeKey)].join("/"),
      label: labelOf(rows.length + i, keys),
      result: NOT_READ,
      corrected: at(row, keys) ?? null,
      row: { pointer: own, list: pointer },
      added: { pointer: own, row, keys },
    }));
    return { pointer: own, cells, state: "added" };
  });
  return { kind: "table", name, pointer, columns, rows: [...read, ...more] };
}

/** Stands for what no engine has read. */
const NOT_READ: FieldResult = { value: null, raw: null, status: "not_found", confidence: null, evidence: [], warnings: [] };

/** What people put behind the `count` rows that were read. */
function addedTo(pointer: string, count: number, { corrections }: Fields): [pointer: string, value: unknown][] {
  return Object.entries(corrections)
    .map(([own, { value }]) => [own, value, own.startsWith(`${pointer}/`) ? Number(own.slice(pointer.length + 1)) : Number.NaN] as const)
    .filter(([, , index]) => index >= count)
    .sort(([, , a], [, , b]) => a - b)
    .map(([own, value]) => [own, value]);
}

const isLeaf = (value: unknown) => !isObject(value) || ("amount" in value && "currency" in value);

/** Amounts are objects as well, but leaves: what has no place of its own in `fields` is looked into. */
function leavesOf(value: unknown, keys: readonly string[]): (readonly string[])[] {
  if (!isObject(value) || isLeaf(value)) return [keys];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...keys, key]));
}

const columnsOf = (fields: readonly SchemaField[], keys: readonly string[] = []): (readonly string[])[] =>
  fields.flatMap(({ name, type, fields: inner }) => (type === "object" ? columnsOf(inner ?? [], [...keys, name]) : [[...keys, name]]));

const at = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inside, key) => (isObject(inside) ? inside[key] : undefined), value);

function numbersIn(values: readonly unknown[]): Pick<Column, "isNumber" | "decimals"> {
  const known = values.filter((value) => value !== null && value !== undefined);
  const decimals = known.map((value) => (typeof value === "number" ? (String(value).split(".")[1]?.length ?? 0) : 0));
  const most = decimals.filter((each) => each > 0).length >= decimals.length / 2;
  return {
    isNumber: known.length > 0 && known.every((value) => typeof value === "number" || (isObject(value) && isLeaf(value))),
    decimals: most ? Math.min(DECIMALS_MAX, Math.max(0, ...decimals)) : 0,
  };
}

/** Numbers with more are no amounts, which stand below each other. */
const DECIMALS_MAX = 4;

function shownAt(pointer: string, label: string, { fields, corrections }: Fields): Shown | null {
  const result = fields[pointer];
  const correction = corrections[pointer];
  return result ? { pointer, label, result, ...(correction ? { corrected: correction.value } : {}) } : null;
}

/** All values in the order they are shown; rows that were taken out have none. */
export function valuesIn(nodes: readonly Node[]): Shown[] {
  return nodes.flatMap((node) => {
    if (node.kind === "value") return [node.shown];
    if (node.kind === "group") return valuesIn(node.nodes);
    if (node.kind === "list") return node.items;
    return node.rows.filter(({ state }) => state !== "removed").flatMap(({ cells }) => cells.filter((shown) => shown !== null));
  });
}

/** Values that a person should look at, the least sure first: less sure than `below`, or not of their type. */
export const doubtfulOf = (values: readonly Shown[], below: number): Shown[] =>
  values
    .filter(({ result, corrected }) => corrected === undefined && (result.confidence ?? (isBroken(result) ? 0 : 1)) < below)
    .sort((a, b) => (a.result.confidence ?? 0) - (b.result.confidence ?? 0));

const isBroken = ({ status }: FieldResult) => status === "invalid" || status === "unreadable";

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });

/** A value as text for people; a number with that many decimals at least. */
export function textOf(value: unknown, decimals = 0): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number")
    return decimals > 0 ? value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: 20 }) : number.format(value);
  if (isObject(value) && "amount" in value) {
    const amount = typeof value.amount === "number" ? value.amount.toLocaleString("en", { minimumFractionDigits: 2 }) : "";
    return `${amount} ${value.currency ?? ""}`.trim();
  }
  return typeof value === "string" ? value : Array.isArray(value) ? value.map((each) => textOf(each)).join(", ") : JSON.stringify(value);
}

/** From here on a value is shown as sure. How many of those are right: docs/accuracy.md. */
export const SURE = 0.9;
const DOUBTFUL = 0.6;

/** An empty list is none. */
export const hasValue = ({ value }: FieldResult): boolean => value !== null && !(Array.isArray(value) && value.length === 0);

export const toneOfConfidence = (confidence: number) => (confidence < DOUBTFUL ? "bad" : confidence < SURE ? "warn" : "good");

export function toneOf({ confidence, status, warnings }: FieldResult): "good" | "warn" | "bad" {
  if (confidence === null || status === "invalid" || status === "unreadable" || confidence < DOUBTFUL) return "bad";
  return confidence < SURE || warnings.length > 0 ? "warn" : "good";
}

/** `more` where the factor can make a value surer. */
const FACTORS: Record<Schemas["ConfidenceFactor"]["factor"], [less: string, more?: string]> = {
  other_print: ["The page prints it in a different form"],
  letters_differ: ["Some letters differ from the page"],
  unclear_words: ["The words are hard to read"],
  poor_page: ["The quality of the page is poor"],
  ambiguous_value: ["It can be read in more than one way"],
  rivals: ["Other words on the page are almost as likely", "No other words on the page come near"],
  checks: ["A total or check digit does not match", "Totals or check digits match"],
  inferred: ["It is inferred, not printed"],
  other_engine: ["The local engine reads otherwise", "The local engine reads the same"],
  remembered: [
    "On documents that were reviewed before it stands elsewhere",
    "It stands where it did on documents that were reviewed before",
  ],
  stated: ["A sum of the e-invoice that it is part of does not add up", "The file itself states it as data"],
  print: ["The print of the document shows another value", "The print of the document shows the same"],
  failed_check: ["A rule of the template speaks against it"],
};

/** Why a value is as sure as it is, in words; the strongest reason first. */
export function reasonsOf(result: FieldResult): { text: string; helps: boolean }[] {
  const factors = result.confidence_factors ?? [];
  return factors.map(({ factor, effect }) => ({ text: FACTORS[factor][effect > 0 ? 1 : 0] ?? factor, helps: effect > 0 }));
}
