/** A task's record as what is shown of it: values by name, in the order of the schema, each with its pointer. */
import type { FieldResult, Task } from "#api.ts";

export type Shown = {
  pointer: string;
  /** The field's name, and for a row its number: `line_items 2 amount`. */
  label: string;
  result: FieldResult;
  /** What a person put in its place; `undefined`: nothing. */
  corrected?: unknown;
};

/** An object's values, a table's rows, or one value. `name` is the last part of the pointer. */
export type Node =
  | { kind: "value"; name: string; shown: Shown }
  | { kind: "group"; name: string; nodes: Node[] }
  | { kind: "table"; name: string; pointer: string; columns: string[]; rows: (Shown | null)[][] }
  | { kind: "list"; name: string; items: Shown[] };

const escapeKey = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

export function nodesOf({ data, fields, reviewed }: Pick<Task, "data" | "fields" | "reviewed">): Node[] {
  return data && fields ? entriesOf(data, "", "", { fields, corrections: reviewed?.values ?? {} }) : [];
}

type Fields = { fields: Record<string, FieldResult>; corrections: Record<string, { value: unknown }> };

const entriesOf = (object: Record<string, unknown>, pointer: string, label: string, fields: Fields): Node[] =>
  Object.entries(object).map(([name, value]) =>
    nodeOf(name, value, `${pointer}/${escapeKey(name)}`, label ? `${label} ${name}` : name, fields),
  );

function nodeOf(name: string, value: unknown, pointer: string, label: string, fields: Fields): Node {
  const shownHere = shownAt(pointer, label, fields);
  if (shownHere) return { kind: "value", name, shown: shownHere };
  if (isObject(value)) return { kind: "group", name, nodes: entriesOf(value, pointer, label, fields) };
  const items = Array.isArray(value) ? value : [];
  if (items.some(isObject)) return tableOf(name, items, pointer, label, fields);
  const shown = items.flatMap((_, i) => shownAt(`${pointer}/${i}`, `${label} ${i + 1}`, fields) ?? []);
  return { kind: "list", name, items: shown };
}

/** Columns are the leaves of the rows: an object inside a row gives one for each of its own. */
function tableOf(name: string, rows: unknown[], pointer: string, label: string, fields: Fields): Node {
  const paths = [...new Set(rows.flatMap((row) => leavesOf(row, "")))];
  return {
    kind: "table",
    name,
    pointer,
    columns: paths.map((path) => path.slice(1).replaceAll("/", " ").replaceAll("~1", "/").replaceAll("~0", "~")),
    rows: rows.map((_, i) =>
      paths.map((path) => shownAt(`${pointer}/${i}${path}`, `${label} ${i + 1} ${path.slice(1).replaceAll("/", " ")}`, fields)),
    ),
  };
}

/** Amounts are objects as well, but leaves: what has no place of its own in `fields` is looked into. */
function leavesOf(value: unknown, path: string): string[] {
  if (!isObject(value) || ("amount" in value && "currency" in value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}/${escapeKey(key)}`));
}

function shownAt(pointer: string, label: string, { fields, corrections }: Fields): Shown | null {
  const result = fields[pointer];
  const correction = corrections[pointer];
  return result ? { pointer, label, result, ...(correction ? { corrected: correction.value } : {}) } : null;
}

/** All values in the order they are shown. */
export function valuesIn(nodes: readonly Node[]): Shown[] {
  return nodes.flatMap((node) => {
    if (node.kind === "value") return [node.shown];
    if (node.kind === "group") return valuesIn(node.nodes);
    if (node.kind === "list") return node.items;
    return node.rows.flat().filter((shown) => shown !== null);
  });
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });

/** A value as text for people. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return number.format(value);
  if (isObject(value) && "amount" in value) {
    const amount = typeof value.amount === "number" ? value.amount.toLocaleString("en", { minimumFractionDigits: 2 }) : "";
    return `${amount} ${value.currency ?? ""}`.trim();
  }
  return typeof value === "string" ? value : Array.isArray(value) ? value.map(textOf).join(", ") : JSON.stringify(value);
}

/** From here on a value is sure enough to be taken as it is: of those 95 % are right (docs/accuracy.md). */
const SURE = 0.9;
const DOUBTFUL = 0.6;

/** An empty list is none. */
export const hasValue = ({ value }: FieldResult): boolean => value !== null && !(Array.isArray(value) && value.length === 0);

export function toneOf({ confidence, status, warnings }: FieldResult): "good" | "warn" | "bad" {
  if (confidence === null || status === "invalid" || status === "unreadable" || confidence < DOUBTFUL) return "bad";
  return confidence < SURE || warnings.length > 0 ? "warn" : "good";
}

const FACTORS: Record<string, [less: string, more: string]> = {
  other_print: ["The page prints it in another form", ""],
  letters_differ: ["Some letters differ from the page's", ""],
  unclear_words: ["The words are hard to read", ""],
  poor_page: ["The page is of poor quality", ""],
  ambiguous_value: ["It can be read in more than one way", ""],
  rivals: ["Other words of the page are nearly as likely", ""],
  checks: ["A sum or check digit does not agree", "Sums or check digits agree"],
  inferred: ["It was concluded, not printed", ""],
};

/** Why a value is as sure as it is, in words; the strongest reason first. */
export function reasonsOf(result: FieldResult): { text: string; helps: boolean }[] {
  const factors = result.confidence_factors ?? [];
  return factors.map(({ factor, effect }) => ({ text: FACTORS[factor]?.[effect > 0 ? 1 : 0] ?? factor, helps: effect > 0 }));
}
