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

/** Fields that people answer by ticking a box. A text with options is one of them too: so does JSON Schema write them. */
function asksForMarks({ type, enum: options, fields = [], items }: Field): boolean {
  return type === "boolean" || options !== undefined || fields.some(asksForMarks) || (items !== undefined && asksForMarks(items));
}
