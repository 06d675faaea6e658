/**
 * Compares what an e-invoice states with its print: a value that is printed gets the place as further evidence; where the print clearly shows
 * another value in its place, the file's is kept, and a warning names both.
 */
import type { Evidence, FieldResult, Warning } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Finding, StatedAs } from "#engines/engine.ts";
import { evidenceOn } from "#results/bbox.ts";
import { type ConfidenceSigns, confidenceOf, factorsOf } from "#results/confidence.ts";
import type { FieldValue } from "#results/normalise/reading.ts";
import { differing, type Row } from "./differing.ts";
import { type Printed, printedOf } from "./printed.ts";

/** `fields`: what the local engine reads from the print alone. */
export type PrintReading = { document: Document; fields: Record<string, FieldResult> };

type Compared = { document: Document; fields: Record<string, FieldResult>; signs: Map<string, ConfidenceSigns> };

/** Changes `fields` and `signs` in place. */
export function comparePrint(findings: readonly Finding[], print: PrintReading, { document, fields, signs }: Compared): Warning[] {
  const printed = printedOf(print.document, document);
  const warnings: Warning[] = [];
  for (const { path, stated } of findings) {
    const field = fields[path];
    const known = signs.get(path);
    if (!stated || !field || !known) continue;
    const read = print.fields[path];
    const other = differing({ stated, field, read, printed, row: rowAt(path, fields, print.fields, printed) });
    const places = other ? (other.evidence ?? []) : placesOf(stated, field, read, printed);
    field.evidence = [...field.evidence, ...places];
    if (other === null && places.length === 0) continue;
    const signed: ConfidenceSigns = { ...known, print: other ? "differs" : "agrees" };
    signs.set(path, signed);
    field.confidence = confidenceOf(signed);
    field.confidence_factors = factorsOf(signed);
    if (!other) continue;
    field.warnings.push("print_differs");
    warnings.push({ code: "print_differs", path, message: messageOf(field.value, other.value), candidates: [other.value] });
  }
  return warnings;
}

/** Values of the same row, as far as the print has any at its place; null outside of lists. */
function rowAt(path: string, fields: Compared["fields"], read: PrintReading["fields"], printed: Printed): Row | null {
  const row = ROW.exec(path)?.[0];
  if (row === undefined) return null;
  let same = 0;
  let other = 0;
  for (const [at, { value }] of Object.entries(read)) {
    const own = fields[at];
    if (at === path || !at.startsWith(row) || value === null || !own || own.value === null) continue;
    if (printed.isSame(own.value, value)) same += 1;
    else other += 1;
  }
  return { same, other };
}

/** Up to the number of the innermost row. */
const ROW = /^.*\/\d+\//;

const messageOf = (stated: FieldValue, printed: FieldValue): string =>
  `The data of the file says ${shown(stated)}, its print ${shown(printed)}; the data was used.`;

function shown(value: FieldValue): string {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return `“${Object.values(value).filter(Boolean).join(" ")}”`;
  return `“${String(value)}”`;
}

/** Where the print shows the same: where the engine reads it there, or the only place that shows it. */
function placesOf(stated: StatedAs, field: FieldResult, read: FieldResult | undefined, printed: Printed): Evidence[] {
  if (read && read.value !== null && printed.isSame(read.value, field.value)) return read.evidence.slice(0, 1);
  const places = printed.placesOf(stated.kind, field.value);
  const [only] = places;
  if (!only || places.length > 1) return [];
  return [evidenceOn(only.page, boxAround(only.words), only.words.map(({ text }) => text).join(" "))];
}
