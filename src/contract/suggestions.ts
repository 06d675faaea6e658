/** POST schemas/suggest: suggests a schema from the labels printed in a document. */
import { z } from "zod";
import { ExtractAsyncBody } from "./extraction.ts";
import { SchemaShape } from "./schema/field.ts";
import { Evidence, Warning } from "./task.ts";

export const SuggestBody = ExtractAsyncBody.pick({ document: true, document_url: true, file_content: true, password: true }).meta({
  id: "SuggestSchemaRequest",
});
export type SuggestBody = z.infer<typeof SuggestBody>;

const Bbox = Evidence.shape.bbox;

const Preview = z.object({ page: z.int(), width_px: z.int(), height_px: z.int(), png_base64: z.string() });

/** POST documents/preview: the first page, before the document is extracted. */
export const PreviewReply = z.object({ preview: Preview }).meta({ id: "PreviewResponse" });
export type PreviewReply = z.infer<typeof PreviewReply>;

export const SuggestReply = z
  .object({
    extraction_schema: SchemaShape.describe("Posts straight into extract-async, or into a template. No fields when nothing was found."),
    suggestions: z.array(
      z.object({
        path: z.string().describe("JSON Pointer of the field; of a table's column `/line_items/amount`."),
        label: z.string().describe("As the page has it; the name in words where the page prints the value without one."),
        sample: z
          .string()
          .nullable()
          .describe("What extraction finds for the field, verbatim; null on a blank form and for a whole table."),
        page: z.int(),
        label_bbox: Bbox.describe("Of a value without a printed label its own."),
        sample_bbox: Bbox.nullable(),
      }),
    ),
    document: z.object({
      mime_type: z.string(),
      page_count: z.int(),
      pages: z.array(z.object({ number: z.int(), width: z.number(), height: z.number() })).describe("The pages that were looked at."),
    }),
    warnings: z.array(Warning),
    preview: Preview,
  })
  .meta({ id: "SuggestSchemaResponse" });
export type SuggestReply = z.infer<typeof SuggestReply>;
