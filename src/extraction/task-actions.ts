/** What an account may do with its tasks: read, wait, cancel, retry, delete. The id of another account's task gives a 404. */
import { ApiError } from "#contract/errors.ts";
import type { TaskRecord } from "#contract/task.ts";
import { TASK_ERRORS } from "#contract/task-errors.ts";
import { forgetExample } from "#memory/memory.store.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { type Watch, waitFor } from "#platform/postgres/watch.ts";
import { dropFile } from "./files/drop-file.ts";
import { announceOutcome, type FinishDeps, forgetDocument, keepDays } from "./finish.ts";
import { forgetReview } from "./note-review.ts";
import { recordText } from "./record-text.ts";
import { forgetDigest } from "./rules/digests.store.ts";
import { deleteTask } from "./task-deletion.store.ts";
import { recordOf } from "./task-record.ts";
import { type FullTaskRow, findTask, findTaskText, queuePosition, type Waiting } from "./task-rows.store.ts";
import { cancelTask, restartTask } from "./tasks.store.ts";

/** Throws ApiError 404. */
export async function requireTask(db: Db, accountId: string, id: string): Promise<FullTaskRow> {
  const row = await findTask(db, accountId, id);
  if (!row) throw taskUnknown();
  return row;
}

export const taskUnknown = () => new ApiError("not_found", { detail: "No task with this id exists." });

/** The file of a task. Throws ApiError 404, also when the task or its document is deleted meanwhile. */
export async function readDocumentOf(
  { db, blobs }: { db: Db; blobs: Blobs },
  accountId: string,
  id: string,
): Promise<{ row: FullTaskRow; bytes: Buffer }> {
  const row = await requireTask(db, accountId, id);
  const bytes = row.blob_key === null ? null : await blobs.get(row.blob_key);
  if (bytes === null) throw new ApiError("not_found", { detail: "The document of this task was deleted, or its retention time is over." });
  return { row, bytes };
}

/** Throws ApiError 404. */
export async function readTask(db: Db, accountId: string, id: string): Promise<TaskRecord> {
  const row = await requireTask(db, accountId, id);
  return recordOf(row, { queuePosition: await positionOf(db, row), delivery: row.delivery });
}

const positionOf = async (db: Db, row: Waiting): Promise<number | null> =>
  row.finished_at === null && row.stage === "queued" ? queuePosition(db, row) : null;

/** The text of the record's JSON, when the task is finished or after `waitSeconds`, whichever is first. Throws ApiError 404. */
export async function waitForTask(
  deps: { db: Db; watch: Watch },
  accountId: string,
  id: string,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<string> {
  const read = async () => {
    const row = await findTaskText(deps.db, accountId, id);
    if (!row) throw taskUnknown();
    return row;
  };
  const row = await waitFor(deps.watch, id, { read, isDone: ({ finished_at }) => finished_at !== null, waitSeconds, signal });
  return recordText(row, { queuePosition: await positionOf(deps.db, row), delivery: row.delivery });
}

type ActDeps = Pick<FinishDeps, "db" | "queue" | "blobs" | "metrics" | "publicUrl" | "retentionDays">;

/** Ends the task at once and aborts its attempt. Throws ApiError 404, 400 when it is finished. */
export async function cancel(deps: ActDeps, accountId: string, id: string): Promise<TaskRecord> {
  const current = await requireTask(deps.db, accountId, id);
  const error = { code: "cancelled", message: TASK_ERRORS.cancelled.message, retryable: false, stage: current.stage } as const;
  const row = await transaction(deps.db, async (tx) => {
    const changed = await cancelTask(tx, accountId, id, error, keepDays(deps, current));
    if (changed) await announceOutcome(tx, deps, changed);
    return changed;
  });
  if (!row) throw new ApiError("task_already_finished");
  deps.metrics.tasksEnded.inc({ status: "failed", code: error.code });
  await forgetDocument(deps, row);
  return readTask(deps.db, accountId, id);
}

/** Throws ApiError 404, 400 when the task has not failed. */
export async function retry(deps: ActDeps, accountId: string, id: string): Promise<TaskRecord> {
  await requireTask(deps.db, accountId, id);
  const run = await transaction(deps.db, async (tx) => {
    const next = await restartTask(tx, accountId, id);
    if (next !== null) await deps.queue.send(tx, "process-extraction", { taskId: id, run: next }, { accountId });
    return next;
  });
  if (run === null) throw new ApiError("task_not_retryable");
  return readTask(deps.db, accountId, id);
}

/** Deletes document, result and deliveries; an audit line remains. Throws ApiError 404. */
export async function remove(deps: { db: Db; blobs: Blobs }, caller: Caller, id: string): Promise<void> {
  const deleted = await transaction(deps.db, (tx) => removeIn(tx, caller, id));
  if (!deleted) throw taskUnknown();
  if (deleted.blobKey !== null) await dropFile(deps, deleted.blobKey);
}

/** As `remove`, without the document, which has to be deleted after the commit. Null when the account has no such task. */
export async function removeIn(tx: Tx, caller: Caller, id: string): Promise<{ blobKey: string | null } | null> {
  const { accountId } = caller;
  const row = await deleteTask(tx, accountId, id);
  if (!row) return null;
  await recordAudit(tx, caller, "task.deleted", id);
  await forgetExample(tx, accountId, id);
  await forgetReview(tx, accountId, id);
  await forgetDigest(tx, accountId, id);
  return row;
}
