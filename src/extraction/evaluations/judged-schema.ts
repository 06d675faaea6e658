/** Which fields of a version a review can judge: those that the reviewed task was asked for, too. */
import type { Json } from "#contract/json.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import { TEXT } from "#contract/schema/field-at.ts";
import { localeOfText } from "#engines/values/locale.ts";
import { DOCUMENT_CPU_MS, openPatterns, type Patterns } from "#results/patterns.ts";
import { readCorrection } from "#results/read-correction.ts";

/**
 * The fields of the task, as the version that is tried has them. One that the version has no more stays, as its values are lost; one that
 * only the version has is left out, as nobody said what is right.
 */
export function judgedSchema(reviewed: Schema, tried: Schema): Schema {
  return { ...tried, fields: judgedFields(reviewed.fields, tried.fields) };
}

function judgedFields(reviewed: readonly Field[], tried: readonly Field[]): Field[] {
  return reviewed.map((field) => {
    const now = tried.find(({ name }) => name === field.name);
    if (!now || kindOf(now) !== kindOf(field)) return field;
    if (kindOf(field) === "leaf") return now;
    if (field.type === "array") return { ...now, items: judgedItems(field, now) };
    return { ...now, fields: judgedFields(field.fields ?? [], now.fields ?? []) };
  });
}

function judgedItems(reviewed: Field, tried: Field): Field {
  return judgedFields([{ ...(reviewed.items ?? TEXT), name: "item" }], [{ ...(tried.items ?? TEXT), name: "item" }])[0] ?? TEXT;
}

function kindOf({ type }: Field): "leaf" | "object" | "table" | "array" {
  return type === "object" || type === "table" || type === "array" ? type : "leaf";
}

type Holder = { readonly [name: string]: Json };

/** What was confirmed, with texts read as the types that their fields have in `judged`; a text that does not read as such stays as it is. */
export function confirmedAs(reviewed: Schema, judged: Schema, truth: Holder): Holder {
  return fieldsAs(reviewed.fields, judged.fields, truth, openPatterns(DOCUMENT_CPU_MS));
}

function fieldsAs(reviewed: readonly Field[], judged: readonly Field[], truth: Holder, patterns: Patterns): Holder {
  const fields = new Map(reviewed.map((field, i) => [field.name, [field, judged[i] ?? field] as const]));
  return Object.fromEntries(
    Object.entries(truth).map(([name, value]) => {
      const pair = fields.get(name);
      return [name, pair ? valueAs(pair[0], pair[1], value, patterns) : value];
    }),
  );
}

function valueAs(reviewed: Field, judged: Field, value: Json, patterns: Patterns): Json {
  if (Array.isArray(value))
    return value.map((each) =>
      reviewed.type === "array" ? itemAs(reviewed, judged, each, patterns) : rowAs(reviewed, judged, each, patterns),
    );
  if (value !== null && typeof value === "object")
    return reviewed.fields ? fieldsAs(reviewed.fields, judged.fields ?? [], value, patterns) : value;
  if (typeof value !== "string" || reviewed.type !== "string" || judged.type === "string") return value;
  const read = readCorrection(judged, value, localeOfText(value), patterns);
  return "refused" in read ? value : read.value;
}

const itemAs = (reviewed: Field, judged: Field, item: Json, patterns: Patterns) =>
  valueAs(reviewed.items ?? TEXT, judged.items ?? TEXT, item, patterns);

function rowAs({ fields = [] }: Field, judged: Field, row: Json, patterns: Patterns): Json {
  return row !== null && typeof row === "object" && !Array.isArray(row) ? fieldsAs(fields, judged.fields ?? [], row, patterns) : row;
}
