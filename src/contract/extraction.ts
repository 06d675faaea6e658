/** POST extract-async: accepts two layouts of the body and turns both into one ExtractionRequest. */
import { z } from "zod";
import { ApiError, type ValidationIssue } from "./errors.ts";
import { type Json, Metadata, WebUrl } from "./json.ts";
import { LIMITS } from "./limits.ts";
import { parsePages } from "./pages.ts";
import { ENGINE_NAMES, type EngineName, PROVIDER_NAMES, type ProviderName } from "./providers.ts";
import { type Schema, WrittenSchema } from "./schema/field.ts";
import { parseSchema } from "./schema/parse-schema.ts";
import { requestWarnings, TaskState, type Warning } from "./task.ts";
import { UploadId } from "./uploads.ts";

const base64 = z.string().min(1, "An empty string is not a document. Leave the key out or send the file.");

export const DocumentBody = z
  .object({
    url: WebUrl.nullish(),
    file_content: base64.nullish(),
    upload_id: UploadId.nullish(),
    filename: z.string().max(255).nullish(),
  })
  .nullish()
  .describe("The document, by exactly one of `url`, `file_content` and `upload_id`.");

/** The request body. `null` means the same as a missing key. Unknown keys are ignored, with a warning. */
export const ExtractAsyncBody = z
  .object({
    document: DocumentBody,
    document_url: WebUrl.nullish().describe("URL of the document, instead of `document`."),
    file_content: base64.nullish().describe("The file as base64 or a `data:` URL, at most 10 MB decoded, instead of `document`."),
    extraction_schema: WrittenSchema.nullish().describe("Which values to read. Exactly one of this and `template_id`."),
    template_id: z
      .string()
      .min(1)
      .max(200)
      .nullish()
      .describe(
        "Id of a saved template, or `auto`: the one of the account's templates that the document is of, which `document.classified` then names. A document that is like none of them has no values.",
      ),
    provider: z
      .enum(ENGINE_NAMES)
      .nullish()
      .describe(
        "Who reads; the server's default if left out. `hybrid`: the local engine, and the first configured model for what it is not sure of.",
      ),
    fallback: z
      .array(z.enum(PROVIDER_NAMES))
      .max(PROVIDER_NAMES.length)
      .nullish()
      .describe(
        "Providers that may answer instead, in this order, when the provider fails. Without it none does: a provider is never replaced silently.",
      ),
    document_description: z.string().max(10_000).nullish().describe("What kind of document it is, in your words."),
    callback_url: WebUrl.nullish().describe("Receives a signed webhook when the task has ended."),
    metadata: Metadata.nullish().describe("Your own JSON, at most 10 KB, echoed in the record."),
    pages: z.string().max(1000).nullish().describe("Pages to read, such as `1-3,7`."),
    password: z
      .string()
      .min(1)
      .max(1000)
      .nullish()
      .describe("Password of the PDF. It is never logged, and deleted when the task has ended."),
    cache: z
      .enum(["use", "refresh", "off"])
      .nullish()
      .describe(
        "`use`: an equal request may be answered from its earlier result. `refresh`: read again. `off`: read again, and store nothing for later.",
      ),
    retention_days: z
      .int()
      .min(0)
      .max(LIMITS.retentionDaysMax)
      .nullish()
      .describe("Days until document and text are deleted; 0 deletes them when the task has ended."),
    deadline_seconds: z
      .int()
      .min(LIMITS.deadlineSecondsMin)
      .max(LIMITS.deadlineSecondsMax)
      .nullish()
      .describe("The task fails when it has not ended by then; 900 if left out."),
    learn: z
      .boolean()
      .nullish()
      .describe(
        "False: the document is read without what earlier reviews taught, and its own review teaches nothing. True if left out, unless the template says otherwise.",
      ),
    review_below: z
      .number()
      .min(0)
      .max(1)
      .nullish()
      .describe(
        "Values less sure than this are listed in the record's `needs_review`. If left out, as the template says, as its reviews say, or 0.8.",
      ),
    priority: z.int().min(-10).max(10).nullish().describe("Order among your own tasks: higher numbers run first."),
  })
  .meta({ id: "ExtractAsyncRequest" });
export type ExtractAsyncBody = z.infer<typeof ExtractAsyncBody>;

export const ExtractAsyncReply = z
  .object({ task_id: z.string(), status: TaskState, message: z.string(), ...requestWarnings })
  .meta({ id: "ExtractAsyncResponse" });

export type DocumentSource =
  | { kind: "url"; url: string; filename: string | null }
  | { kind: "file"; base64: string; filename: string | null }
  | { kind: "upload"; uploadId: string; filename: string | null };
export type CacheMode = "use" | "refresh" | "off";

/** The one internal form of a request. */
export type ExtractionRequest = {
  source: DocumentSource;
  /** The schema itself, the id of the template that has it, or whichever template the document is of. */
  plan: { kind: "schema"; schema: Schema } | { kind: "template"; templateId: string } | { kind: "auto" };
  provider: EngineName | null;
  fallback: ProviderName[];
  documentDescription: string | null;
  callbackUrl: string | null;
  metadata: Record<string, Json>;
  /** Ascending, 1-based; null means all pages. */
  pages: number[] | null;
  password: string | null;
  cache: CacheMode;
  retentionDays: number | null;
  deadlineSeconds: number;
  /** −10…10, 0 by default. */
  priority: number;
  /** Null: as the template says, else true. */
  learn: boolean | null;
  /** 0…1; null: as the template or its reviews say, else the default. */
  reviewBelow: number | null;
  /** Warnings about the request, stored in the task record. */
  warnings: Warning[];
};

/** `warnings`: warnings about other parts of the body. Throws ApiError 422 with every invalid combination. */
export function extractionRequest(body: ExtractAsyncBody, warnings: Warning[] = []): ExtractionRequest {
  const issues: ValidationIssue[] = [];
  const source = sourceOf(body, issues);
  const plan = planOf(body, issues);
  const pages = body.pages == null ? null : parsePages(body.pages);
  if (pages !== null && !Array.isArray(pages)) issues.push({ loc: ["body", "pages"], msg: pages.error, type: "value_error" });
  if (issues.length > 0 || source === null || plan === null) throw new ApiError("validation_error", { issues });
  return {
    source,
    plan,
    provider: body.provider ?? null,
    fallback: [...new Set(body.fallback ?? [])],
    documentDescription: body.document_description ?? null,
    callbackUrl: body.callback_url ?? null,
    metadata: body.metadata ?? {},
    pages: Array.isArray(pages) ? pages : null,
    password: body.password ?? null,
    cache: body.cache ?? "use",
    retentionDays: body.retention_days ?? null,
    deadlineSeconds: body.deadline_seconds ?? LIMITS.deadlineSecondsDefault,
    priority: body.priority ?? 0,
    learn: body.learn ?? null,
    reviewBelow: body.review_below ?? null,
    warnings,
  };
}

type DocumentPart = Pick<ExtractAsyncBody, "document" | "document_url" | "file_content">;

/** The document of a body that needs no other checks. Throws ApiError 422. */
export function documentSource(body: DocumentPart): DocumentSource {
  const issues: ValidationIssue[] = [];
  const source = sourceOf(body, issues);
  if (source === null) throw new ApiError("validation_error", { issues });
  return source;
}

function sourceOf(body: DocumentPart, issues: ValidationIssue[]): DocumentSource | null {
  const filename = body.document?.filename ?? null;
  const given: [string, DocumentSource][] = [];
  const url = (key: string, value: string | null | undefined) => value != null && given.push([key, { kind: "url", url: value, filename }]);
  const file = (key: string, value: string | null | undefined) =>
    value != null && given.push([key, { kind: "file", base64: value, filename }]);
  url("document.url", body.document?.url);
  file("document.file_content", body.document?.file_content);
  if (body.document?.upload_id != null) given.push(["document.upload_id", { kind: "upload", uploadId: body.document.upload_id, filename }]);
  url("document_url", body.document_url);
  file("file_content", body.file_content);
  const only = given[0];
  if (only && given.length === 1) return only[1];
  const all = "`document.url`, `document.file_content`, `document.upload_id`, `document_url`, `file_content`";
  const msg = only
    ? `Send the document once; you sent ${given.map(([key]) => `\`${key}\``).join(" and ")}.`
    : `Send the document by exactly one of ${all}.`;
  for (const [key] of only ? given : [["document_url"]])
    issues.push({ loc: ["body", ...(key ?? "").split(".")], msg, type: only ? "too_many" : "missing" });
  return null;
}

type PlanPart = Pick<ExtractAsyncBody, "extraction_schema" | "template_id">;

/** What a body without other checks is read by. Throws ApiError 422. */
export function planAsked(body: PlanPart): ExtractionRequest["plan"] {
  const issues: ValidationIssue[] = [];
  const plan = planOf(body, issues);
  if (plan === null) throw new ApiError("validation_error", { issues });
  return plan;
}

function planOf(body: PlanPart, issues: ValidationIssue[]): ExtractionRequest["plan"] | null {
  if (body.extraction_schema != null && body.template_id != null) {
    for (const key of ["extraction_schema", "template_id"])
      issues.push({ loc: ["body", key], msg: "Send either `extraction_schema` or `template_id`, not both.", type: "too_many" });
    return null;
  }
  if (body.template_id === "auto") return { kind: "auto" };
  if (body.template_id != null) return { kind: "template", templateId: body.template_id };
  if (body.extraction_schema == null) {
    issues.push({ loc: ["body", "extraction_schema"], msg: "Send exactly one of `extraction_schema` and `template_id`.", type: "missing" });
    return null;
  }
  const reading = parseSchema(body.extraction_schema);
  issues.push(...reading.errors);
  return reading.schema ? { kind: "schema", schema: reading.schema } : null;
}

/** The schema of a template or a body. Throws ApiError 422. */
export function schemaOrThrow(input: unknown): Schema {
  const reading = parseSchema(input);
  if (!reading.schema) throw new ApiError("validation_error", { issues: reading.errors });
  return reading.schema;
}
