/** What a reader has to look for on the pages besides words, as the schema asks: only then are pages drawn and searched. */
import type { Field, Schema } from "#contract/schema/field.ts";
import { asksForSignature } from "./asks-for-signature.ts";

/** As in `ReadAsk`. */
export type LooksFor = { ink: boolean; marks: boolean };

/** Where signatures are looked for, check boxes are too: their ticks are no signatures. */
export function looksFor(schema: Schema): LooksFor {
  const ink = asksForSignature(schema);
  return { ink, marks: ink || schema.fields.some(asksForMarks) };
}

const TICKED: ReadonlySet<Field["type"]> = new Set(["boolean", "enum", "multi_enum"]);

/** Fields that people answer by ticking a box. */
function asksForMarks({ type, fields = [], items }: Field): boolean {
  return TICKED.has(type) || fields.some(asksForMarks) || (items !== undefined && asksForMarks(items));
}
