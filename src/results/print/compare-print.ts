/**
 * Compares what an e-invoice states with its print: a value that is printed gets the place as further evidence; where the print clearly shows
 * another value in its place, the file's is kept, and a warning names both.
 */
import type { Evidence, FieldResult, Warning } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { invoiceOf } from "#einvoices/invoice.ts";
import { taxRatesOf } from "#einvoices/sums.ts";
import type { Finding, StatedAs } from "#engines/engine.ts";
import { evidenceOn } from "#results/bbox.ts";
import { type ConfidenceSigns, confidenceOf, factorsOf } from "#results/confidence.ts";
import type { FieldValue } from "#results/normalise/reading.ts";
import { differing, type Other, type Row } from "./differing.ts";
import { type Printed, printedOf } from "./printed.ts";

/** `fields`: what the local engine reads from the print alone. */
export type PrintReading = { document: Document; fields: Record<string, FieldResult> };

type Compared = { document: Document; fields: Record<string, FieldResult>; signs: Map<string, ConfidenceSigns> };

/** Changes `fields` and `signs` in place. */
export function comparePrint(findings: readonly Finding[], print: PrintReading, { document, fields, signs }: Compared): Warning[] {
  const printed = printedOf(print.document, document);
  const invoice = invoiceOf(document);
  const rates = invoice ? taxRatesOf(invoice) : [];
  const warnings: Warning[] = [];
  const readAt = new Map<string, string>();
  let same = 0;
  for (const { path, stated } of findings) {
    const field = fields[path];
    const known = signs.get(path);
    if (!stated || !field || !known) continue;
    const read = print.fields[path];
    const other = differing({ stated, field, read, printed, rates, row: rowAt(path, fields, print.fields, printed) });
    const places = other ? (other.evidence ?? []) : placesOf(stated, field, read, printed);
    field.evidence = [...field.evidence, ...places];
    if (other === null && places.length === 0) continue;
    const signed: ConfidenceSigns = { ...known, print: other ? "differs" : "agrees" };
    signs.set(path, signed);
    field.confidence = confidenceOf(signed);
    field.confidence_factors = factorsOf(signed);
    if (!other) {
      same += 1;
      continue;
    }
    field.warnings.push("print_differs");
    const isPrinted = printed.placesOf(stated.kind, field.value).length > 0;
    warnings.push({ code: "print_differs", path, message: messageOf(field.value, other, isPrinted), candidates: [other.value] });
    readAt.set(path, JSON.stringify(other.evidence[0] ?? path));
  }
  doubtShared(warnings, readAt, fields);
  return warnings.length >= DIFFERENCES_MIN && warnings.length > same ? [ofAnother(warnings.length, same), ...warnings] : warnings;
}

/** One place of the print cannot show two values: `readAt` has it for each path. Changes the messages in place. */
function doubtShared(warnings: readonly Warning[], readAt: ReadonlyMap<string, string>, fields: Compared["fields"]): void {
  const valueAt = (path: string) => JSON.stringify(fields[path]?.raw);
  for (const warning of warnings) {
    const { path } = warning;
    const shared = [...readAt].find(([at, place]) => path !== null && place === readAt.get(path) && valueAt(at) !== valueAt(path));
    if (shared) warning.message += ` The same place is read for ${shared[0]}: one of the two is read wrongly from the print.`;
  }
}

/** So many differences are no mistake in a value. */
const DIFFERENCES_MIN = 4;

const ofAnother = (differing: number, same: number): Warning => ({
  code: "print_differs",
  path: null,
  message: `The print seems to be that of another invoice: it differs from the data in ${differing} values and agrees in ${same}.`,
});

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

/** Says no more than is known: the print may be read wrongly. */
function messageOf(stated: FieldValue, { value, evidence, alike }: Other, isPrinted: boolean): string {
  const [place] = evidence;
  const where = place ? ` (page ${place.page})` : "";
  const data = `The data of the file says ${shown(stated)}${isPrinted ? "" : ", which is not printed"}`;
  return `${data}; the print ${alike ? "has" : "reads"} ${shown(value)}${alike ? ", which is like it" : ""}${where}. The data was used.`;
}

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
