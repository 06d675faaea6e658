/** A document with the values that a person confirmed. */
import type { Json } from "#contract/json.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import type { Box, Document } from "#documents/document.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import type { Sheet } from "#structure/sheet.ts";

/** Where a person said that a value stands; in coordinates of the upright page. */
export type Pointed = { page: number; box: Box };
export type Reviewed = {
  document: Document;
  schema: Schema;
  /** The confirmed value at a JSON pointer into the answer; null or undefined where the reviewer left none. */
  truthOf(path: string): Json | undefined;
  /** Whether a value that was read is the confirmed one. */
  isSame(field: Field, truth: Json, value: Json): boolean;
  pointed?: ReadonlyMap<string, Pointed>;
};

export type On = Reviewed & { sheets: readonly Sheet[]; locale: DocumentLocale };
