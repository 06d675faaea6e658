/** Saved templates: a schema with a name and versions. */
import { z } from "zod";
import { Json } from "./json.ts";
import { Rules } from "./rules.ts";
import { SchemaShape, WrittenSchema } from "./schema/field.ts";
import { requestWarnings } from "./task.ts";

const Name = z.string().trim().min(1).max(200).describe("The name that people see.");

export const TemplateBody = z
  .object({
    name: Name,
    extraction_schema: WrittenSchema.describe("As in extract-async: fields, or a JSON Schema object."),
    document_description: z.string().max(10_000).nullish().describe("What kind of document it is, in your words."),
    learn: z.boolean().nullish().describe("False: reviews of its tasks teach nothing, and no earlier ones are used. True if left out."),
    published: z
      .boolean()
      .nullish()
      .describe("False: the new version is a draft, which tasks do not use until it is published. True if left out."),
    review_below: z
      .number()
      .min(0)
      .max(1)
      .nullish()
      .describe("Values less sure than this, 0 to 1, are listed in `needs_review`. If left out, what the reviews of the template say."),
    second_review_share: z
      .number()
      .min(0)
      .max(1)
      .nullish()
      .describe("Share of the finished reviews, 0 to 1, that a second person reads again. 0 if left out."),
    rules: Rules.nullish().describe("What is checked, computed and looked up when a document is read."),
  })
  .meta({ id: "TemplateRequest" });
export type TemplateBody = z.infer<typeof TemplateBody>;

export const TemplateRecord = z
  .object({
    template_id: z.string(),
    name: z.string(),
    version: z.int(),
    extraction_schema: SchemaShape,
    document_description: z.string().nullable(),
    learn: z.boolean(),
    published: z.boolean().describe("False: a draft, which tasks do not use."),
    review_below: z.number().min(0).max(1).nullable(),
    second_review_share: z.number().min(0).max(1),
    rules: Rules.nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    ...requestWarnings,
  })
  .meta({ id: "Template" });
export type TemplateRecord = z.infer<typeof TemplateRecord>;

export const TemplateList = z
  .object({ templates: z.array(TemplateRecord), next_cursor: z.string().nullable() })
  .meta({ id: "TemplateList" });
export const RememberedLayout = z
  .object({
    layout_id: z.string(),
    examples: z.int().describe("Reviewed documents that it is remembered from."),
    pages_set: z.int().describe("Pages of packets that it is remembered from, as somebody set their parts to the template by hand."),
    pages_refused: z
      .int()
      .describe("Pages of packets of this layout that somebody set to none of the packet's templates: it is not of the template."),
    documents_read: z.int().describe("Documents that were read with it."),
    right_share: z.number().min(0).max(1).nullable().describe("Share of the values of its reviewed documents that needed no correction."),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
  })
  .meta({ id: "RememberedLayout" });
export type RememberedLayout = z.infer<typeof RememberedLayout>;
export const TemplateMemory = z.object({ layouts: z.array(RememberedLayout) }).meta({ id: "TemplateMemory" });

export const TemplateVersions = z
  .object({ versions: z.array(TemplateRecord), published_version: z.int().describe("The version that tasks use.") })
  .meta({ id: "TemplateVersions" });

export const SchemaValidateBody = z.object({ extraction_schema: Json }).meta({ id: "SchemaValidateRequest" });
export const SchemaValidateReply = z
  .object({
    valid: z.boolean(),
    errors: z.array(z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() })),
    warnings: z.array(z.object({ code: z.string(), path: z.string(), message: z.string() })),
    schema: SchemaShape.nullable(),
  })
  .meta({ id: "SchemaValidateResponse" });
