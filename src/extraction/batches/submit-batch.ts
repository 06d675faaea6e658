/** Accepts a batch: stores its files, then the batch, its tasks and their jobs in one transaction. */
import { ApiError, type ValidationIssue } from "#contract/errors.ts";
import type { BatchDocument, ExtractBatchBody, ExtractBatchReply } from "#contract/extract-batch.ts";
import { type DocumentSource, type ExtractionRequest, planAsked } from "#contract/extraction.ts";
import { newId } from "#contract/ids.ts";
import { WebUrl } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { parsePages } from "#contract/pages.ts";
import type { EngineName } from "#contract/providers.ts";
import type { Warning } from "#contract/task.ts";
import { TASK_ERRORS } from "#contract/task-errors.ts";
import { append } from "#documents/long-lists.ts";
import { sniff, whyUnsupported } from "#documents/sniff.ts";
import { emptySummary, summaryOfUpload } from "#extraction/files/sent-document.ts";
import { checkUrls, newTask, type Plan, planFor, type SubmitDeps } from "#extraction/submit.ts";
import { countUnfinished } from "#extraction/task-rows.store.ts";
import { insertTasks, type NewTask, refuseTask } from "#extraction/tasks.store.ts";
import { sentKey } from "#platform/blobs/keys.ts";
import { checkUrl } from "#platform/fetch/check-url.ts";
import { chooseProvider } from "#platform/models/choose.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { CommitUnknown, transaction } from "#platform/postgres/transaction.ts";
import { admitWork, hasRoom, refuseWhenFull } from "#platform/queue/admission.ts";
import { BACKLOG_MAX, priorityOf } from "#platform/queue/priority.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { bytesOrFault, type Fault } from "#platform/sent-file.ts";
import { sha256 } from "#platform/sha256.ts";
import { usedOrFault } from "#uploads/use-upload.ts";
import { insertBatch } from "./batches.store.ts";

export type SubmitBatchDeps = SubmitDeps & { queue: Queue; retentionDays: number };

/** Files stored at a time. */
const WRITES_AT_ONCE = 8;
/** Tasks inserted by a statement: each number of rows is a separate prepared statement. */
const ROWS_AT_ONCE = 16;

type BatchTask = { task: NewTask; fault: Fault | null };

/**
 * A document that cannot be read is a task that has failed, never a refused batch. `warnings`: of the body. `keep` stores the response in the
 * same transaction. Throws ApiError 400, 422, 429.
 */
export async function submitBatch(
  deps: SubmitBatchDeps,
  accountId: string,
  body: ExtractBatchBody,
  warnings: Warning[],
  keep: (tx: Tx, answer: ExtractBatchReply) => Promise<void>,
): Promise<ExtractBatchReply> {
  refuseWhenFull({ kind: "tasks", accountId, max: deps.queueMax, adding: body.documents.length });
  const requests = requestsOf(body, warnings);
  const provider = await chooseProvider(deps, accountId, body.provider ?? null, [...new Set(body.fallback ?? [])]);
  const callbackUrl = body.callback_url ?? null;
  checkUrls(deps.allowHosts, { source: { kind: "file", base64: "", filename: null }, callbackUrl });
  const plan = await planFor(deps.db, accountId, planAsked(body));
  const id = newId("bat");
  const stored: string[] = [];
  try {
    const tasks = await tasksOf(deps, accountId, requests, { batchId: id, provider, plan }, stored);
    const answer: ExtractBatchReply = { batch_id: id, status: "processing", total: tasks.length };
    await transaction(deps.db, async (tx) => {
      const { template } = plan;
      const [retentionDays, metadata] = [body.retention_days ?? null, body.metadata ?? {}];
      await insertBatch(tx, accountId, { id, total: tasks.length, retentionDays, template, metadata, callbackUrl });
      await enqueue(tx, deps, accountId, tasks);
      await keep(tx, answer);
    });
    return answer;
  } catch (error) {
    if (!(error instanceof CommitUnknown)) for (const key of stored) await deps.blobs.delete(key);
    throw error;
  }
}

/** The documents as requests of their own. Throws ApiError 422 with every place that is wrong. */
function requestsOf(body: ExtractBatchBody, warnings: Warning[]): ExtractionRequest[] {
  const plan = planAsked(body);
  const issues: ValidationIssue[] = [];
  const requests = body.documents.map((document, i): ExtractionRequest => {
    const pages = document.pages == null ? null : parsePages(document.pages);
    if (pages !== null && !Array.isArray(pages))
      issues.push({ loc: ["body", "documents", i, "pages"], msg: pages.error, type: "value_error" });
    return {
      source: sourceOf(document, i, issues),
      plan,
      provider: body.provider ?? null,
      fallback: [...new Set(body.fallback ?? [])],
      documentDescription: body.document_description ?? null,
      callbackUrl: null,
      metadata: document.metadata ?? body.metadata ?? {},
      pages: Array.isArray(pages) ? pages : null,
      password: document.password ?? null,
      cache: body.cache ?? "use",
      retentionDays: body.retention_days ?? null,
      deadlineSeconds: body.deadline_seconds ?? LIMITS.deadlineSecondsMax,
      priority: body.priority ?? 0,
      learn: body.learn ?? null,
      reviewBelow: body.review_below ?? null,
      warnings,
    };
  });
  if (issues.length > 0) throw new ApiError("validation_error", { issues: issues.slice(0, LIMITS.faultsListedMax) });
  return requests;
}

function sourceOf({ url, file_content, upload_id, filename = null }: BatchDocument, i: number, issues: ValidationIssue[]): DocumentSource {
  const given = [url, file_content, upload_id].filter((each) => each != null).length;
  if (given !== 1) {
    const msg = "Send each document by exactly one of `url`, `file_content` and `upload_id`.";
    issues.push({ loc: ["body", "documents", i], msg, type: given === 0 ? "missing" : "too_many" });
  }
  if (upload_id != null) return { kind: "upload", uploadId: upload_id, filename };
  return url == null ? { kind: "file", base64: file_content ?? "", filename } : { kind: "url", url, filename };
}

type Shared = { batchId: string; provider: EngineName; plan: Plan };

/** Keys of what is written go to `stored` as they are. */
async function tasksOf(
  deps: SubmitBatchDeps,
  accountId: string,
  requests: readonly ExtractionRequest[],
  { batchId, provider, plan }: Shared,
  stored: string[],
): Promise<BatchTask[]> {
  const tasks: BatchTask[] = [];
  for (let from = 0; from < requests.length; from += WRITES_AT_ONCE) {
    const group = requests.slice(from, from + WRITES_AT_ONCE).map(async (request, i): Promise<BatchTask> => {
      const id = newId("task");
      const { document, blobKey, fault } = await placed(deps, accountId, sentKey(accountId, id), request.source, stored);
      // A URL that cannot be one is not kept.
      const source: DocumentSource = fault ? { kind: "file", base64: "", filename: null } : request.source;
      const task = newTask(deps, { ...request, source }, { id, blobKey, provider, plan, document });
      return { task: { ...task, batch: { id: batchId, index: from + i } }, fault };
    });
    append(tasks, await Promise.all(group));
  }
  return tasks;
}

type Placed = { document: NewTask["document"]; blobKey: string | null; fault: Fault | null };

/** Stores a file under `key`. */
async function placed(
  { db, blobs, allowHosts }: Pick<SubmitBatchDeps, "db" | "blobs" | "allowHosts">,
  accountId: string,
  key: string,
  source: DocumentSource,
  stored: string[],
): Promise<Placed> {
  const refused = (fault: Fault, document = emptySummary({ ...source, kind: "file", base64: "" })) => ({ document, blobKey: null, fault });
  if (source.kind === "url") {
    const parsed = WebUrl.safeParse(source.url);
    const why = parsed.success ? checkUrl(source.url, allowHosts) : { ok: false as const, why: parsed.error.issues[0]?.message ?? "" };
    if (!why.ok) {
      const fault: Fault = { code: "document_unreachable", message: why.why };
      return parsed.success ? refused(fault, emptySummary(source)) : refused(fault);
    }
    return { document: emptySummary(source), blobKey: null, fault: null };
  }
  if (source.kind === "upload") {
    const found = await usedOrFault({ db, blobs }, accountId, source.uploadId, async (file) => {
      stored.push(key);
      await file.copyTo(key);
      return { document: summaryOfUpload(source, file), blobKey: key, fault: null };
    });
    return "fault" in found ? refused(found.fault) : found.used;
  }
  const content = await bytesOrFault(source.base64, "file_content");
  if ("fault" in content) return refused(content.fault);
  const { bytes } = content;
  const known = { ...emptySummary(source), size_bytes: bytes.length, sha256: await sha256(bytes) };
  const mimeType = sniff(bytes);
  if (mimeType === null)
    return refused({ code: "unsupported_type", message: whyUnsupported(bytes).message ?? TASK_ERRORS.unsupported_type.message }, known);
  stored.push(key);
  await blobs.put(key, bytes);
  return { document: { ...known, mime_type: mimeType }, blobKey: key, fault: null };
}

/** Throws ApiError `queue_full`. */
async function enqueue(tx: Tx, deps: SubmitBatchDeps, accountId: string, all: readonly BatchTask[]): Promise<void> {
  let backlog = 0;
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    const rows = all.slice(from, from + ROWS_AT_ONCE).map(({ task }) => task);
    const before = await insertTasks(tx, accountId, rows, BACKLOG_MAX);
    if (from === 0) backlog = before;
  }
  for (const { task, fault } of all) {
    if (fault === null) continue;
    const keepDays = Math.max(1, task.request.retentionDays || deps.retentionDays);
    await refuseTask(tx, task.id, { ...fault, retryable: false, stage: "queued" }, keepDays);
  }
  const readable = all.filter(({ fault }) => fault === null);
  const queue = { kind: "tasks", accountId, max: deps.queueMax, adding: readable.length } as const;
  if (!hasRoom(backlog + readable.length, deps.queueMax)) await admitWork(tx, queue, (max) => countUnfinished(tx, accountId, max));
  const jobs = readable.map(({ task: { id, request } }, i) => ({
    payload: { taskId: id, run: 1 },
    priority: priorityOf(backlog + i, request.priority),
  }));
  if (jobs.length > 0) await deps.queue.sendAll(tx, "process-extraction", jobs, accountId);
}
