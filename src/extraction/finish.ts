/** What happens when a task ends: its record for outboxes, its webhook, its retention time, and the deletion of its document if that is not to be kept. */
import type { TaskRecord } from "#contract/task.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Log } from "#platform/log.ts";
import type { WorkMetrics } from "#platform/metrics/work-metrics.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { announce } from "#webhooks/announce.ts";
import { dropFile } from "./files/drop-file.ts";
import { deleteUse } from "./files/file-uses.store.ts";
import { putInOutboxes } from "./outboxes/outboxes.store.ts";
import type { ChangedTask } from "./task-changes.store.ts";
import { clearBlobKey } from "./task-deletion.store.ts";
import { recordOf } from "./task-record.ts";
import { findTask } from "./task-rows.store.ts";
import type { StartedTask } from "./tasks.store.ts";

export type FinishDeps = {
  db: Db;
  queue: Queue;
  blobs: Blobs;
  log: Log;
  metrics: WorkMetrics;
  publicUrl: string;
  retentionDays: number;
};

/** In the transaction that ends a task: its record is to be written to outboxes, and its webhook to be sent, if it has a callback URL. */
export async function announceOutcome(tx: Tx, deps: Pick<FinishDeps, "queue" | "publicUrl">, task: ChangedTask): Promise<void> {
  await putInOutboxes(tx, task.account_id, task.id);
  if (task.callback_url === null) return;
  const row = await findTask(tx, task.account_id, task.id);
  if (!row) return;
  const record = recordOf(row, { queuePosition: null, delivery: null });
  await announce(tx, deps.queue, {
    accountId: task.account_id,
    about: { taskId: row.id },
    url: task.callback_url,
    type: row.state === "completed" ? "extraction.completed" : "extraction.failed",
    timestamp: record.completed_at ?? record.created_at,
    data: shorterAndShorter(record, deps.publicUrl),
  });
}

/**
 * Over the payload limit the record is sent without `fields`, then also without `data`, `warnings` and `rules`, with a link to the complete record.
 */
function* shorterAndShorter(record: TaskRecord, publicUrl: string): Generator<object> {
  yield record;
  const { fields: _, ...rest } = record;
  const withUrl = { ...rest, result_url: `${publicUrl}/api/extractor/v1/tasks/${record.task_id}` };
  yield withUrl;
  const { data: _data, warnings: _warnings, rules: _rules, ...small } = withUrl;
  yield small;
}

/**
 * Whole days that the record is kept. With `retention_days: 0` the document is deleted at once, and the result is kept for the server's
 * default.
 */
export function keepDays(
  deps: Pick<FinishDeps, "retentionDays">,
  task: { request: Pick<StartedTask["request"], "retentionDays"> },
): number {
  return Math.max(1, task.request.retentionDays || deps.retentionDays);
}

/** Deletes the document of a finished task when the task or the server's setting demands it. */
export async function forgetDocument(deps: Pick<FinishDeps, "db" | "blobs" | "retentionDays">, task: ChangedTask): Promise<void> {
  if ((task.retentionDays ?? deps.retentionDays) > 0 || task.blobKey === null) return;
  await transaction(deps.db, async (tx) => {
    await deleteUse(tx, task.id);
    await clearBlobKey(tx, task.id);
  });
  await dropFile(deps, task.blobKey);
}
