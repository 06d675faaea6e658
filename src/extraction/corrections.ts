/** Applies corrections to those a task already has: single values, removed rows, added rows. */
import { isDeepStrictEqual } from "node:util";
import { ApiError, type ValidationIssue } from "#contract/errors.ts";
import type { Json } from "#contract/json.ts";
import { child, valueAt } from "#contract/pointer.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import { below, fieldAt, TEXT } from "#contract/schema/field-at.ts";
import { type Corrections, type ExtractionResult, PointedCorrection } from "#contract/task.ts";
import { largest } from "#documents/long-lists.ts";
import { type DocumentLocale, localeOfText } from "#engines/values/locale.ts";
import { openPatterns, type Patterns } from "#results/patterns.ts";
import { type Correction, readCorrection } from "#results/read-correction.ts";

type Reviewed = { schema: Schema; result: ExtractionResult; locale: DocumentLocale; patterns: Patterns };

/** Of CPU, for all corrections of a request: others wait meanwhile. What a pattern was not applied to in this time is accepted. */
const PATTERNS_CPU_MS = 250;

/** Throws ApiError 422 with every invalid correction. */
export function corrected(
  { schema, result, before }: { schema: Schema; result: ExtractionResult; before: Corrections },
  asked: Record<string, Json>,
  who: { at: string; by: string },
): Corrections {
  const issues: ValidationIssue[] = [];
  const after = new Map(Object.entries(before));
  const evidence = Object.values(result.fields).flatMap((field) => field.evidence.map(({ text }) => text));
  const reviewed = { schema, result, locale: localeOfText(evidence.join("\n")), patterns: openPatterns(PATTERNS_CPU_MS) };
  const all = Object.entries(asked).flatMap(([named, value]) =>
    byRows(reviewed, after, named, value).map((each) => [named, ...each] as const),
  );
  for (const [named, pointer, given] of all) {
    const pointed = PointedCorrection.safeParse(given).data;
    const value = pointed ? pointed.value : given;
    const place = pointed ? { place: pointed.at } : {};
    const change = changeOf(reviewed, after, pointer, value);
    if ("refused" in change) issues.push({ loc: ["body", "corrections", named], msg: change.refused, type: "value_error" });
    else if ("none" in change) after.delete(change.at);
    else after.set(change.at, { value: change.value, ...who, ...place });
  }
  if (issues.length > 0) throw new ApiError("validation_error", { issues });
  return Object.fromEntries(after);
}

/** A list that is given as a whole, as corrections of its rows: in their order, those left over taken out, further ones added. */
function byRows({ schema, result }: Reviewed, after: Map<string, unknown>, pointer: string, value: Json): [string, Json][] {
  const field = fieldAt(schema, pointer);
  const rows = valueAt(result.data, pointer) ?? [];
  // A value that was read as a whole is corrected as one.
  const whole = Object.hasOwn(result.fields, pointer) ? result.fields[pointer]?.value : null;
  const isList = (field?.type === "table" || field?.type === "array") && isNothing(whole);
  if (!isList || !Array.isArray(value) || !Array.isArray(rows)) return [[pointer, value]];
  for (const known of [...after.keys()]) if (known.startsWith(`${pointer}/`)) after.delete(known);
  return [
    ...rows.slice(0, value.length).flatMap((row, i) => leavesOf(`${pointer}/${i}`, row, value[i] ?? null, result)),
    ...rows.slice(value.length).map((_, i): [string, Json] => [`${pointer}/${value.length + i}`, null]),
    ...value.slice(rows.length).map((row): [string, Json] => [`${pointer}/-`, row]),
  ];
}

const isNothing = (value: Json | undefined): boolean => value == null || (Array.isArray(value) && value.length === 0);

/** The values of a row that stand in `fields`, each with the one it is to have. */
function leavesOf(pointer: string, row: Json, wanted: Json, result: Pick<ExtractionResult, "fields">): [string, Json][] {
  const { fields } = result;
  if (Object.hasOwn(fields, pointer)) return [[pointer, wanted]];
  if (row === null || typeof row !== "object" || Array.isArray(row)) return [[pointer, wanted]];
  const given = wanted !== null && typeof wanted === "object" && !Array.isArray(wanted) ? wanted : {};
  return [...new Set([...Object.keys(row), ...Object.keys(given)])].flatMap((name) =>
    leavesOf(child(pointer, name), row[name] ?? null, Object.hasOwn(given, name) ? (given[name] ?? null) : null, result),
  );
}

/** `none`: the correction is removed, so the extracted value applies again. */
type Change = { at: string; value: Json } | { at: string; none: true } | { refused: string };

const NO_FIELD = "The task has no such field. Name a JSON Pointer that stands in its `fields`.";
const ROWS_ADDED_MAX = 1_000;

function changeOf(reviewed: Reviewed, after: ReadonlyMap<string, unknown>, pointer: string, value: Json): Change {
  const { schema, result } = reviewed;
  const original = Object.hasOwn(result.fields, pointer) ? result.fields[pointer] : undefined;
  const field = fieldAt(schema, pointer);
  if (original && field)
    return change(pointer, readCorrection(field, value, beside(reviewed, original.value), reviewed.patterns), original.value);
  const list = pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
  const listField = fieldAt(schema, list);
  const rows = valueAt(result.data, list) ?? [];
  if (!Array.isArray(rows) || (listField?.type !== "table" && listField?.type !== "array")) return { refused: NO_FIELD };
  return rowChange(reviewed, after, { list, key: pointer.slice(list.length + 1), field: listField, rows }, value);
}

type Place = { list: string; key: string; field: Field; rows: Json[] };

function rowChange(reviewed: Reviewed, after: ReadonlyMap<string, unknown>, { list, key, field, rows }: Place, value: Json): Change {
  const pointer = `${list}/${key}`;
  const row = /^\d{1,6}$/.test(key) ? rows[Number(key)] : undefined;
  if (row !== undefined) {
    if (value === null) return { at: pointer, value };
    return isDeepStrictEqual(value, row)
      ? { at: pointer, none: true }
      : { refused: "Correct the values of this row one by one, or remove the row." };
  }
  if (after.has(pointer) && value === null) return { at: pointer, none: true };
  const added = [...after.keys()].filter((each) => each.startsWith(`${list}/`)).map((each) => Number(each.slice(list.length + 1)));
  const ownRows = added.filter((index) => index >= rows.length);
  if (key !== "-" && !after.has(pointer)) return { refused: NO_FIELD };
  if (ownRows.length >= ROWS_ADDED_MAX) return { refused: `At most ${ROWS_ADDED_MAX} rows can be added.` };
  const at = key === "-" ? `${list}/${Math.max(rows.length - 1, largest(ownRows)) + 1}` : pointer;
  const read = readRow(reviewed, below(field, key) ?? TEXT, value, `${list}/0`);
  return "refused" in read ? read : { at, value: read.value };
}

/** `like`: the same field in the first row, whose currency is used for an amount without one. */
function readRow(reviewed: Reviewed, field: Field, value: Json, like: string): Correction {
  if (field.type !== "object") {
    if (value === null) return { refused: "Enter a value." };
    return readCorrection(field, value, beside(reviewed, reviewed.result.fields[like]?.value ?? null), reviewed.patterns);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return { refused: "Enter the values of the row, by the names of its columns." };
  const unknown = Object.keys(value).find((name) => !field.fields?.some((column) => column.name === name));
  if (unknown !== undefined) return { refused: `The rows have no column “${unknown}”.` };
  const cells: [string, Json][] = [];
  for (const column of field.fields ?? []) {
    const cell = Object.hasOwn(value, column.name) ? (value[column.name] ?? null) : null;
    const read: Correction = cell === null ? { value: null } : readRow(reviewed, column, cell, child(like, column.name));
    if ("refused" in read) return { refused: `${column.name}: ${read.refused}` };
    cells.push([column.name, read.value]);
  }
  return cells.some(([, cell]) => cell !== null)
    ? { value: Object.fromEntries(cells) }
    : { refused: "Enter at least one value of the row." };
}

function change(at: string, read: Correction, original: Json): Change {
  if ("refused" in read) return read;
  return isDeepStrictEqual(read.value, original) ? { at, none: true } : { at, value: read.value };
}

/** An amount without a currency gets the currency of the amount it replaces. */
function beside({ locale }: Reviewed, value: Json): DocumentLocale {
  const currency = value !== null && typeof value === "object" && !Array.isArray(value) ? value.currency : null;
  return { ...locale, currency: typeof currency === "string" ? currency : null };
}
