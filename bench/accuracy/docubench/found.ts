/** Counts the values delivered as `found`, and how many of them are wrong. Values are folded and rows are paired as DocuBench does. */
import { child } from "#contract/pointer.ts";

type Json = unknown;
type JsonSchema = { type?: string | string[]; properties?: Record<string, JsonSchema> };
type Fields = Record<string, { status: string }>;
export type FoundTally = { found: number; wrong: number };

/** `fields`: a result's fields by JSON Pointer. A value of a row that the labels do not have is wrong. */
export function tallyFound(schema: JsonSchema, label: Json, data: Json, fields: Fields): FoundTally {
  const tally: FoundTally = { found: 0, wrong: 0 };
  const judge = (pointer: string, want: Json, got: Json): void => {
    if (fields[pointer]?.status !== "found" || isEmpty(got)) return;
    tally.found++;
    if (isEmpty(want) || folded(want) !== folded(got)) tally.wrong++;
  };
  const visit = (part: JsonSchema, pointer: string, want: Json, got: Json): void => {
    if ([part.type ?? []].flat().includes("array")) {
      for (const [item, at] of paired(listOf(want), listOf(got)))
        for (const [path, value] of leavesOf(at.value)) judge(`${pointer}/${at.index}${path}`, valueAt(item, path), value);
    } else if (part.properties) {
      for (const [key, inner] of Object.entries(part.properties)) visit(inner, child(pointer, key), keyOf(want, key), keyOf(got, key));
    } else judge(pointer, want, got);
  };
  visit(schema, "", label, data);
  return tally;
}

const isRecord = (value: Json): value is Record<string, Json> => value !== null && typeof value === "object" && !Array.isArray(value);
const isEmpty = (value: Json): boolean => value == null || value === "" || (Array.isArray(value) && value.length === 0);
const listOf = (value: Json): Json[] => (Array.isArray(value) ? value : []);
const keyOf = (value: Json, key: string): Json => (isRecord(value) ? value[key] : undefined);
const valueAt = (item: Json, path: string): Json => leavesOf(item).find(([other]) => other === path)?.[1];

/** Without case, white space and punctuation; numbers to six decimals. */
function folded(value: Json): string {
  if (typeof value === "number") return String(Math.round(value * 1e6) / 1e6);
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text
    .replace(/\s+/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]/gu, "");
}

/** Leaves of an item by their path below it; a list inside an item is one leaf. */
function leavesOf(value: Json, path = ""): [string, Json][] {
  return isRecord(value) ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, child(path, key))) : [[path, value]];
}

/** Each given item with the label that is most alike, the likeliest pairs first; undefined where no label is left. */
function paired(labels: readonly Json[], given: readonly Json[]): [Json, { value: Json; index: number }][] {
  const pairs = labels.flatMap((label, i) => given.map((value, index) => ({ label, i, value, index, like: likeness(label, value) })));
  const [usedLabels, partners] = [new Set<number>(), new Map<number, Json>()];
  for (const { label, i, index } of pairs.toSorted((a, b) => b.like - a.like || a.i - b.i || a.index - b.index)) {
    if (usedLabels.has(i) || partners.has(index)) continue;
    usedLabels.add(i);
    partners.set(index, label);
  }
  return given.map((value, index) => [partners.get(index), { value, index }]);
}

function likeness(a: Json, b: Json): number {
  const [left, right] = [new Map(leavesOf(a)), new Map(leavesOf(b))];
  const paths = [...new Set([...left.keys(), ...right.keys()])].filter((path) => !(isEmpty(left.get(path)) && isEmpty(right.get(path))));
  const same = paths.filter((path) => folded(left.get(path)) === folded(right.get(path)));
  return paths.length === 0 ? 1 : same.length / paths.length;
}
