/** The common types of the readers of all field types. */
import type { Field } from "#contract/schema/field.ts";
import type { FieldResult } from "#contract/task.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";

export type FieldValue = FieldResult["value"];
export type Doubt = { code: string; message: string; candidates?: FieldValue[] };
/** `confidence` 0..1: 1 when the words allow only this value. */
export type Reading = { value: FieldValue; confidence: number; doubts: Doubt[] };
/**
 * Input of a reader: the field, the words, the whole words around them, their line, and the document's locale. A reader returns null when
 * the words are not a value of its type.
 */
export type Given = { field: Field; evidence: string; line: () => string; locale: DocumentLocale };
export type Reader = (raw: string, given: Given) => Reading | null;

export const sure = (value: FieldValue): Reading => ({ value, confidence: 1, doubts: [] });
