/** A batch of résumés as callers see it, and waiting for it. */
import { ApiError } from "#contract/errors.ts";
import type { ExtractionStatus, FailedExtraction, ResumeRecord, SuccessfulExtraction } from "#contract/recruiting/batch.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db } from "#platform/postgres/db.ts";
import { type Watch, waitFor } from "#platform/postgres/watch.ts";
import { type BatchRow, type EndedEntry, findBatch, findEntry, isCompleted, listSummaries } from "./batch-rows.store.ts";
import { duplicatesIn } from "./duplicates.ts";

const WEBHOOK_STATES = { pending: "pending", delivered: "delivered", dead: "failed" } as const;

export function statusOf(row: BatchRow, publicUrl: string): ExtractionStatus {
  const entries = row.entries ?? [];
  const duplicates = duplicatesIn(entries.map(({ result, ...entry }) => ({ ...entry, summary: result })));
  const { delivery } = row;
  return {
    job_id: row.id,
    status: row.completed_at === null ? "processing" : "completed",
    total_documents: row.total_documents,
    total_processed: row.successful_count + row.failed_count,
    successful_count: row.successful_count,
    failed_count: row.failed_count,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    successful_extractions: entries.flatMap((entry) => successOf(entry, duplicates.get(entry.index) ?? null, publicUrl)),
    failed_extractions: entries.flatMap((entry) => failureOf(entry, publicUrl)),
    webhook: delivery
      ? { status: WEBHOOK_STATES[delivery.state], attempts: delivery.attempts }
      : row.callback_url === null
        ? null
        : { status: "pending", attempts: 0 },
  };
}

function placeOf(entry: Pick<EndedEntry, "id" | "index" | "filename" | "url">, publicUrl: string) {
  return {
    index: entry.index,
    filename: entry.filename,
    resume_url: entry.url ?? `${publicUrl}/api/recruit/v1/resumes/${entry.id}/file`,
  };
}

/** Of results kept before models could read résumés. */
const BY_RULES = { engine: "local", provider: null, model: null };

function usageOf({ usage }: EndedEntry): SuccessfulExtraction["usage"] {
  const { input_tokens, output_tokens, cost_usd } = usage ?? { input_tokens: 0, output_tokens: 0, cost_usd: 0 };
  return { input_tokens, output_tokens, cost_usd };
}

function successOf(entry: EndedEntry, duplicateOf: number | null, publicUrl: string): SuccessfulExtraction[] {
  if (entry.result === null) return [];
  return [
    {
      application_id: entry.id,
      ...placeOf(entry, publicUrl),
      ...BY_RULES,
      ...entry.result,
      usage: usageOf(entry),
      duplicate_of: duplicateOf,
    },
  ];
}

function failureOf(entry: EndedEntry, publicUrl: string): FailedExtraction[] {
  if (entry.error_code === null) return [];
  return [{ ...placeOf(entry, publicUrl), usage: usageOf(entry), code: entry.error_code, message: entry.error_message ?? "" }];
}

const NO_BATCH = "No job with this id exists.";
const NO_RESUME = "No résumé with this application id exists, or it could not be read.";

/** Answers when the batch is complete or `waitSeconds` are over, whichever is first. Throws ApiError 404. */
export async function waitForBatch(
  deps: { db: Db; watch: Watch; publicUrl: string },
  accountId: string,
  id: string,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<ExtractionStatus> {
  const isDone = (completed: boolean | null) => completed !== false;
  if (waitSeconds > 0) await waitFor(deps.watch, id, { read: () => isCompleted(deps.db, accountId, id), isDone, waitSeconds, signal });
  const row = await findBatch(deps.db, accountId, id);
  if (!row) throw new ApiError("not_found", { detail: NO_BATCH });
  return statusOf(row, deps.publicUrl);
}

/** One résumé with the evidence of every value. Throws ApiError 404. */
export async function resumeRecord(deps: { db: Db; publicUrl: string }, accountId: string, applicationId: string): Promise<ResumeRecord> {
  const entry = await findEntry(deps.db, accountId, applicationId);
  const others = entry ? await listSummaries(deps.db, entry.batch_id) : [];
  const [success] = entry ? successOf(entry, duplicatesIn(others).get(entry.index) ?? null, deps.publicUrl) : [];
  if (!entry || !success) throw new ApiError("not_found", { detail: NO_RESUME });
  return {
    ...success,
    job_id: entry.batch_id,
    mime_type: entry.mime_type ?? "",
    sha256: entry.sha256 ?? "",
    page_count: entry.page_count ?? 0,
    fields: entry.fields ?? {},
  };
}

/** The file as it was sent. Throws ApiError 404. */
export async function resumeFile(
  { db, blobs }: { db: Db; blobs: Blobs },
  accountId: string,
  applicationId: string,
): Promise<{ bytes: Buffer; mimeType: string }> {
  const entry = await findEntry(db, accountId, applicationId);
  const bytes = entry?.blob_key == null ? null : await blobs.get(entry.blob_key);
  if (!entry || bytes === null)
    throw new ApiError("not_found", { detail: "The file of this application was deleted, or its retention time is over." });
  return { bytes, mimeType: entry.mime_type ?? "application/octet-stream" };
}
