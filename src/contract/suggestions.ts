/** POST schemas/suggest: suggests a schema from the labels printed in a document. */
import { z } from "zod";
import { ExtractAsyncBody } from "./extraction.ts";
import { SchemaShape } from "./schema/field.ts";
import { Evidence, requestWarnings, Warning } from "./task.ts";

export const SuggestBody = ExtractAsyncBody.pick({ document: true, document_url: true, file_content: true, password: true }).meta({
  id: "SuggestSchemaRequest",
});
export type SuggestBody = z.infer<typeof SuggestBody>;

const Bbox = Evidence.shape.bbox;

const Preview = z.object({ page: z.int(), width_px: z.int(), height_px: z.int(), png_base64: z.string() });

/** POST documents/preview: the first page, before the document is extracted. */
export const PreviewReply = z.object({ preview: Preview, ...requestWarnings }).meta({ id: "PreviewResponse" });
export type PreviewReply = z.infer<typeof PreviewReply>;

export const SuggestReply = z
  .object({
    extraction_schema: SchemaShape.describe(
      "Can be sent to extract-async or saved as a template as it is. Without fields when nothing was found.",
    ),
    suggestions: z.array(
      z.object({
        path: z.string().describe("JSON Pointer of the field, such as `/line_items/amount` for a column of a table."),
        label: z.string().describe("As printed; the field's name in words where the page prints no label."),
        sample: z
          .string()
          .nullable()
          .describe("What extraction finds for the field, verbatim; null on a blank form and for a whole table."),
        page: z.int(),
        label_bbox: Bbox.describe("The value's own box where it has no printed label."),
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
