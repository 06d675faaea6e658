/** What every reader of a type takes and gives. */
import type { Field } from "#contract/schema/field.ts";
import type { FieldResult } from "#contract/task.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";

export type Json = FieldResult["value"];
export type Doubt = { code: string; message: string; candidates?: Json[] };
/** `confidence` 0..1: 1 when the words allow this value only. */
export type Reading = { value: Json; confidence: number; doubts: Doubt[] };
/** What a reader gets: the field, the words, whole words around them, the line they stand on, and what the document tells. Null: no value of this type. */
export type Given = { field: Field; evidence: string; line: () => string; locale: DocumentLocale };
export type Reader = (raw: string, given: Given) => Reading | null;

export const sure = (value: Json): Reading => ({ value, confidence: 1, doubts: [] });
