/** Builds the result from document, schema and findings: data in the schema's shape, and evidence, status and confidence for every leaf. */

import { child, keysOf } from "#contract/pointer.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import type { ExtractionResult, FieldResult, Warning } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import { append } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { type DocumentLocale, localeOf } from "#engines/values/locale.ts";
import { checkSums } from "./check-sums.ts";
import { compareEngines } from "./compare-engines.ts";
import type { ConfidenceSigns } from "./confidence.ts";
import type { FieldValue } from "./normalise/reading.ts";
import { comparePrint, type PrintReading } from "./print/compare-print.ts";
import { printedAmounts } from "./printed-amounts.ts";
import { NOT_FOUND, type ReadLeaf, readLeaf } from "./read-leaf.ts";

/**
 * Findings for paths that the schema does not have are reported and dropped; of several for one path the first is used. `local`: what the
 * local engine found, to compare a model's values with; null where there is nothing to compare. `print`: what it reads from the print of
 * an e-invoice.
 */
export function buildResult(
  document: Document,
  schema: Schema,
  findings: Finding[],
  local: Finding[] | null = null,
  print: PrintReading | null = null,
): ExtractionResult {
  const build: Build = {
    document,
    locale: localeOf(document),
    findings: treeOf(findings),
    fields: {},
    signs: new Map(),
    warnings: [],
    used: new Set(),
  };
  const data = readObject(build, asAsked(schema).fields, "", build.findings);
  for (const finding of findings) {
    if (build.used.has(finding.path)) continue;
    build.warnings.push({
      code: "unknown_path",
      path: finding.path,
      message: "An answer for a field that is not in the schema was ignored.",
    });
  }
  if (local !== null) append(build.warnings, compareEngines(buildResult(document, schema, local).fields, build));
  if (print !== null) append(build.warnings, comparePrint(findings, print, build));
  append(
    build.warnings,
    checkSums(schema, data, { fields: build.fields, signs: build.signs, isPrinted: printedAmounts(document, build.locale) }),
  );
  return { data, fields: build.fields, completeness: completenessOf(document), warnings: build.warnings };
}

/** A tree of findings by the keys of their paths. */
type Branch = { finding?: Finding; below: Map<string, Branch> };

type Build = {
  document: Document;
  locale: DocumentLocale;
  findings: Branch;
  fields: Record<string, FieldResult>;
  signs: Map<string, ConfidenceSigns>;
  warnings: Warning[];
  used: Set<string>;
};

function treeOf(findings: Finding[]): Branch {
  const root: Branch = { below: new Map() };
  for (const finding of findings) {
    let branch = root;
    for (const key of keysOf(finding.path)) {
      const next = branch.below.get(key) ?? { below: new Map() };
      branch.below.set(key, next);
      branch = next;
    }
    branch.finding ??= finding;
  }
  return root;
}

function readObject(build: Build, fields: Field[], pointer: string, branch: Branch | undefined): Record<string, FieldValue> {
  const data: Record<string, FieldValue> = Object.create(null);
  for (const field of fields) data[field.name] = readField(build, field, child(pointer, field.name), branch?.below.get(field.name));
  return { ...data };
}

function readField(build: Build, field: Field, pointer: string, branch: Branch | undefined): FieldValue {
  if (field.type === "object") return readObject(build, field.fields ?? [], pointer, branch);
  if (field.type === "table") return readRows(build, pointer, branch, (at, row) => readObject(build, field.fields ?? [], at, row), field);
  if (field.type === "array") {
    const items: Field = field.items ?? { name: "item", type: "string" };
    return readRows(build, pointer, branch, (at, item) => readField(build, items, at, item), field);
  }
  return keep(build, pointer, branch, readLeaf(field, pointer, branch?.finding, build.document, build.locale));
}

function keep(build: Build, pointer: string, branch: Branch | undefined, leaf: ReadLeaf): FieldValue {
  if (branch?.finding) build.used.add(branch.finding.path);
  build.fields[pointer] = leaf.result;
  append(build.warnings, leaf.warnings);
  if (leaf.signs) build.signs.set(pointer, leaf.signs);
  return leaf.result.value;
}

/** Rows in the order of their numbers, without gaps: a row with nothing found on the page is left out. */
function readRows(
  build: Build,
  pointer: string,
  branch: Branch | undefined,
  read: (at: string, row: Branch) => FieldValue,
  field: Field,
): FieldValue[] {
  const rows = [...(branch?.below ?? [])].filter(([key]) => /^\d+$/.test(key)).sort((a, b) => Number(a[0]) - Number(b[0]));
  const values: FieldValue[] = [];
  for (const [, row] of rows) {
    const at = child(pointer, values.length);
    const value = read(at, row);
    if (hasValue(value)) values.push(value);
    else forget(build, at);
  }
  if (values.length > 0) return values;
  const missing = readLeaf(
    { name: field.name, type: "string", required: field.required },
    pointer,
    undefined,
    build.document,
    build.locale,
  );
  build.fields[pointer] = { ...NOT_FOUND, value: [], evidence: [], warnings: missing.result.warnings };
  append(build.warnings, missing.warnings);
  return values;
}

function hasValue(value: FieldValue): boolean {
  if (Array.isArray(value)) return value.some(hasValue);
  if (value !== null && typeof value === "object") return Object.values(value).some(hasValue);
  return value !== null;
}

function forget(build: Build, pointer: string): void {
  for (const key of Object.keys(build.fields)) if (key === pointer || key.startsWith(`${pointer}/`)) delete build.fields[key];
  for (const key of [...build.signs.keys()]) if (key === pointer || key.startsWith(`${pointer}/`)) build.signs.delete(key);
}

function completenessOf(document: Document): ExtractionResult["completeness"] {
  return {
    pages_read: document.pages.map((page) => page.number),
    pages_failed: document.pagesFailed,
    truncated: document.truncated,
  };
}
