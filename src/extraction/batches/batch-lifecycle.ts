/** How batches end: completed with one webhook, deleted with their tasks, or forgotten when their retention time is over. */
import { removeIn } from "#extraction/task-actions.ts";
import { BY_SERVICE, type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { DueWork } from "#platform/postgres/due-work.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { announce } from "#webhooks/announce.ts";
import { batchRecord, batchUnknown } from "./batch-record.ts";
import { completeBatches, deleteBatch, deleteExpiredBatches, findBatch, silenceBatch, tasksOf } from "./batches.store.ts";

type Deps = { db: Db; queue: Queue; publicUrl: string; retentionDays: number };

const DUE =
  "SELECT now() WHERE EXISTS (SELECT FROM extract_batches b WHERE b.completed_at IS NULL AND NOT EXISTS (SELECT FROM tasks t WHERE t.batch_id = b.id AND t.finished_at IS NULL))";
const EXPIRED_MS = 5 * 60_000;
const AT_ONCE = 100;

export const batchMaintenance = (deps: Deps): (Maintenance | DueWork)[] => [
  { at: DUE, work: () => complete(deps) },
  { everyMs: EXPIRED_MS, work: () => forgetExpired(deps), atOnce: AT_ONCE },
];

/**
 * Tasks end in many ways (read, failed, cancelled, overdue, deleted); none of them looks at its batch, so that the ends of tasks of one
 * batch never wait for each other.
 */
async function complete({ db, queue, publicUrl, retentionDays }: Deps): Promise<void> {
  await transaction(db, async (tx) => {
    for (const { id, account_id: accountId, callback_url: url } of await completeBatches(tx, Math.max(1, retentionDays), AT_ONCE)) {
      const row = url === null ? null : await findBatch(tx, accountId, id);
      if (!row || url === null) continue;
      const record = batchRecord(row);
      const data = { ...record, results_url: `${publicUrl}/api/extractor/v1/extract-batch/${id}/results` };
      const timestamp = record.completed_at ?? record.created_at;
      await announce(tx, queue, { accountId, about: { extractBatchId: id }, url, type: "batch.completed", timestamp, data: [data] });
    }
  });
}

/** Returns how many it deleted. */
async function forgetExpired({ db }: Deps): Promise<number> {
  return transaction(db, async (tx) => {
    const gone = await deleteExpiredBatches(tx, AT_ONCE);
    for (const { id, accountId } of gone) await recordAudit(tx, { accountId, ...BY_SERVICE }, "batch.expired", id);
    return gone.length;
  });
}

/**
 * Deletes the batch with its tasks, their documents and results; tasks that run are stopped. A deletion that is broken off has deleted
 * some of the tasks and can be repeated. Throws ApiError 404.
 */
export async function removeBatch({ db, blobs }: { db: Db; blobs: Blobs }, caller: Caller, id: string): Promise<void> {
  if (!(await silenceBatch(db, caller.accountId, id))) throw batchUnknown();
  for (let left = true; left; ) {
    const blobKeys = await transaction(db, async (tx) => {
      const ids = await tasksOf(tx, caller.accountId, id, AT_ONCE);
      left = ids.length === AT_ONCE;
      const keys: string[] = [];
      for (const taskId of ids) {
        const gone = await removeIn(tx, caller, taskId);
        if (gone && gone.blobKey !== null) keys.push(gone.blobKey);
      }
      if (left) return keys;
      await deleteBatch(tx, caller.accountId, id);
      await recordAudit(tx, caller, "batch.deleted", id);
      return keys;
    });
    for (const key of blobKeys) await blobs.delete(key);
  }
}
