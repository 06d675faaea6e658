/** Converts a batch's rows to what the API answers. */
import { ApiError } from "#contract/errors.ts";
import type { ExtractBatch, ExtractBatchRecord } from "#contract/extract-batch.ts";
import { recordText } from "#extraction/record-text.ts";
import { summaryOf } from "#extraction/task-record.ts";
import type { Db } from "#platform/postgres/db.ts";
import { type Watch, waitFor } from "#platform/postgres/watch.ts";
import { type BatchRow, findBatch, isCompleted, listBatchResults, listBatchTasks } from "./batches.store.ts";

const WEBHOOK_STATES = { pending: "pending", delivered: "delivered", dead: "failed" } as const;

export function batchRecord(row: BatchRow): ExtractBatchRecord {
  const { delivery, callback_url, template_id, template_version } = row;
  return {
    batch_id: row.id,
    status: row.completed_at === null ? "processing" : "completed",
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    total: row.total,
    counts: { processing: 0, retrying: 0, completed: 0, failed: 0, ...row.counts },
    template: template_id !== null && template_version !== null ? { template_id, version: template_version } : null,
    metadata: row.metadata,
    webhook: delivery
      ? { status: WEBHOOK_STATES[delivery.state], attempts: delivery.attempts }
      : callback_url === null
        ? null
        : { status: "pending", attempts: 0 },
  };
}

export const batchUnknown = () => new ApiError("not_found", { detail: "No batch with this id exists." });

/** Throws ApiError 404. */
export async function requireBatch(db: Db, accountId: string, id: string): Promise<BatchRow> {
  const row = await findBatch(db, accountId, id);
  if (!row) throw batchUnknown();
  return row;
}

/** Part of its tasks, behind the place `after`. */
export type TasksAsked = { after: number; limit: number };

/** Returns when the batch is completed or after `waitSeconds`, whichever is first. Throws ApiError 404. */
export async function waitForBatch(
  { db, watch }: { db: Db; watch: Watch },
  accountId: string,
  id: string,
  { waitSeconds, after, limit }: TasksAsked & { waitSeconds: number },
  signal: AbortSignal,
): Promise<ExtractBatch> {
  const read = async () => {
    const completed = await isCompleted(db, accountId, id);
    if (completed === null) throw batchUnknown();
    return completed;
  };
  await waitFor(watch, id, { read, isDone: (completed) => completed, waitSeconds, signal });
  const row = await requireBatch(db, accountId, id);
  const found = await listBatchTasks(db, row, { after, limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    ...batchRecord(row),
    tasks: page.map((task) => ({ ...summaryOf(task), index: task.batch_index })),
    next_cursor: found.length > limit ? String(page.at(-1)?.batch_index) : null,
  };
}

/** Results read from the database at a time. A record may have megabytes. */
const READ_AT_ONCE = 10;

/** One line of JSON for each task that has ended, in the order of the request. */
export async function* resultLines(db: Db, row: BatchRow): AsyncGenerator<string> {
  for (let after = -1; ; ) {
    const tasks = await listBatchResults(db, row, { after, limit: READ_AT_ONCE });
    for (const task of tasks) yield `{"index":${task.batch_index},${recordText(task, { queuePosition: null, delivery: null }).slice(1)}\n`;
    const last = tasks.at(-1);
    if (!last || tasks.length < READ_AT_ONCE) return;
    after = last.batch_index;
  }
}
