/** The canonical form of a schema inside the service, whatever form the caller sent. It is also valid input. */
import { z } from "zod";
import { Json } from "#contract/json.ts";
import { FIELD_TYPES, type FieldType } from "./field-types.ts";

/** The OpenAPI id of a schema as callers write it; marks body properties that hold one. */
export const WRITTEN_SCHEMA = "WrittenSchema";
/** Any of the forms that parse-schema.ts accepts. */
export const WrittenSchema = z.record(z.string(), Json).meta({
  id: WRITTEN_SCHEMA,
  description: "`{fields: [{name, type, description, …}], document_description?}`, or a plain JSON Schema object.",
});

export const METHODS = ["extract", "generate", "classify"] as const;
export type Method = (typeof METHODS)[number];

/**
 * A field of a canonical schema.
 * - `object` and `table` have `fields` (a table's are the columns of its rows; an array of objects is a table);
 * - `array` has `items`, which is a scalar field or another array;
 * - `enum` and `multi_enum` have `enum`; every other type may have it as the list of allowed values.
 */
export type Field = {
  name: string;
  type: FieldType;
  description?: string | undefined;
  required?: boolean | undefined;
  method?: Method | undefined;
  enum?: string[] | undefined;
  format?: string | undefined;
  pattern?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  examples?: string[] | undefined;
  fields?: Field[] | undefined;
  items?: Field | undefined;
};

/** Field names are unique per level. `document_description`: the caller's description of the document. */
export type Schema = { fields: Field[]; document_description?: string | undefined };

export const FieldShape: z.ZodType<Field> = z
  .lazy(() =>
    z.object({
      name: z.string(),
      type: z.enum(FIELD_TYPES),
      description: z.string().optional(),
      required: z.boolean().optional(),
      method: z.enum(METHODS).optional(),
      enum: z.array(z.string()).optional(),
      format: z.string().optional(),
      pattern: z.string().optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      examples: z.array(z.string()).optional(),
      fields: z.array(FieldShape).optional(),
      items: FieldShape.optional(),
    }),
  )
  .meta({ id: "Field" });

export const SchemaShape: z.ZodType<Schema> = z
  .object({ fields: z.array(FieldShape), document_description: z.string().optional() })
  .meta({ id: "ExtractionSchema" });
