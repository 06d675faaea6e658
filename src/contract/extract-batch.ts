/** A batch: up to 1,000 documents read by one template or schema. Each document becomes a task. */
import { z } from "zod";
import { DocumentBody, ExtractAsyncBody } from "./extraction.ts";
import { WebUrl } from "./json.ts";
import { DocumentSummary, requestWarnings, TaskSummary, WEBHOOK_STATES } from "./task.ts";

export const BATCH_DOCUMENTS_MAX = 1_000;

const { extraction_schema, template_id, provider, fallback, document_description, metadata, pages, password, cache, retention_days } =
  ExtractAsyncBody.shape;
const { deadline_seconds, learn, review_below, priority } = ExtractAsyncBody.shape;

/** A URL that cannot be fetched fails the document's task, not the batch, so its form is not checked here. */
const BatchDocument = DocumentBody.unwrap()
  .unwrap()
  .extend({
    url: z.string().min(1).nullish().describe("Where the document is. A URL that cannot be fetched fails its task only."),
    file_content: z.string().nullish().describe("The file as base64 or a `data:` URL, at most 10 MB decoded."),
    upload_id: z
      .string()
      .min(1)
      .max(200)
      .nullish()
      .describe("An upload whose file has arrived. One that is not there fails its task only."),
    metadata: metadata.describe("Your own JSON, at most 10 KB, echoed in the task's record instead of the batch's."),
    pages,
    password,
  });
export type BatchDocument = z.infer<typeof BatchDocument>;

export const ExtractBatchBody = z
  .object({
    documents: z
      .array(BatchDocument)
      .min(1, "Send at least one document.")
      .max(BATCH_DOCUMENTS_MAX, `At most ${BATCH_DOCUMENTS_MAX} documents per batch.`)
      .describe(`Up to ${BATCH_DOCUMENTS_MAX} documents, each by exactly one of \`url\`, \`file_content\` and \`upload_id\`.`),
    extraction_schema,
    template_id,
    provider,
    fallback,
    document_description,
    callback_url: WebUrl.nullish().describe("Receives one `batch.completed` when every document was read or has failed."),
    metadata: metadata.describe("Your own JSON, at most 10 KB, echoed in the batch's record and in those of its tasks."),
    cache,
    retention_days,
    deadline_seconds: deadline_seconds.describe("A task of the batch fails when it has not ended by then; 3600 if left out."),
    learn,
    review_below,
    priority,
  })
  .meta({ id: "ExtractBatchRequest" });
export type ExtractBatchBody = z.infer<typeof ExtractBatchBody>;

const BatchState = z.enum(["processing", "completed"]).meta({
  id: "ExtractBatchStatus",
  description: "`completed`: every document was read or has failed once. A task that is retried later does not change it.",
});

export const ExtractBatchReply = z
  .object({ batch_id: z.string(), status: BatchState, total: z.int(), ...requestWarnings })
  .meta({ id: "ExtractBatchResponse" });
export type ExtractBatchReply = z.infer<typeof ExtractBatchReply>;

export const ExtractBatchRecord = z
  .object({
    batch_id: z.string(),
    status: BatchState,
    created_at: z.string(),
    completed_at: z.string().nullable(),
    total: z.int().describe("Documents that were sent."),
    counts: z
      .object({ processing: z.int(), retrying: z.int(), completed: z.int(), failed: z.int() })
      .describe("Tasks of the batch by their status now. Deleted ones are in none, so that the sum may be less than `total`."),
    template: z.object({ template_id: z.string(), version: z.int() }).nullable(),
    metadata: TaskSummary.shape.metadata,
    webhook: z.object({ status: z.enum(WEBHOOK_STATES), attempts: z.int() }).nullable(),
  })
  .meta({ id: "ExtractBatchSummary" });
export type ExtractBatchRecord = z.infer<typeof ExtractBatchRecord>;

const index = z.int().describe("Its place in the request's `documents`, from 0.");

export const BatchTask = TaskSummary.extend({
  index,
  document: DocumentSummary,
}).meta({ id: "ExtractBatchTask" });

export const ExtractBatch = ExtractBatchRecord.extend({
  tasks: z.array(BatchTask).describe("In the order of the request."),
  next_cursor: z.string().nullable(),
}).meta({ id: "ExtractBatch" });
export type ExtractBatch = z.infer<typeof ExtractBatch>;

export const ExtractBatchPage = z
  .object({ batches: z.array(ExtractBatchRecord), next_cursor: z.string().nullable() })
  .meta({ id: "ExtractBatchPage" });
