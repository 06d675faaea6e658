/** All SQL on batches; their tasks are tasks like any other. */
import { type Selectable, sql } from "kysely";
import type { ExtractBatchRecord } from "#contract/extract-batch.ts";
import type { TaskRecord } from "#contract/task.ts";
import { type ListedTask, listedColumns } from "#extraction/task-list.store.ts";
import { type TextRow, taskTextColumns } from "#extraction/task-rows.store.ts";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { CHANGED } from "#platform/postgres/listen.ts";
import { notify } from "#platform/postgres/notifications.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import type { Tables } from "#platform/postgres/tables.ts";

export type NewBatch = {
  id: string;
  total: number;
  retentionDays: number | null;
  template: { id: string; version: number } | null;
  metadata: TaskRecord["metadata"];
  callbackUrl: string | null;
};

export async function insertBatch(tx: Tx, accountId: string, batch: NewBatch): Promise<void> {
  await tx
    .insertInto("extract_batches")
    .values({
      id: batch.id,
      account_id: accountId,
      total: batch.total,
      retention_days: batch.retentionDays,
      template_id: batch.template?.id ?? null,
      template_version: batch.template?.version ?? null,
      metadata: sealedJson(batch.metadata),
      callback_url: batch.callbackUrl,
    })
    .execute();
  changedTo(tx, accountId, batch.id, "processing");
}

function changedTo(tx: Db | Tx, accountId: string, id: string, status: string): void {
  notify(tx, CHANGED, id);
  notifyAccount(tx, accountId, { kind: "extract_batch", id, status });
}

/** `counts`: of its tasks by state; states without a task are absent. */
export type BatchRow = Selectable<Tables["extract_batches"]> & {
  counts: Partial<ExtractBatchRecord["counts"]> | null;
  delivery: { state: "pending" | "delivered" | "dead"; attempts: number } | null;
};

const row = sql`b.id, b.account_id, b.created_at, b.completed_at, b.expires_at, b.total, b.retention_days, b.template_id, b.template_version, b.metadata,
  b.callback_url, (SELECT jsonb_object_agg(s.state, s.n) FROM (SELECT t.state, count(*)::int AS n FROM tasks t WHERE t.batch_id = b.id GROUP BY t.state) AS s) AS counts,
  (SELECT jsonb_build_object('state', d.state, 'attempts', d.attempts) FROM deliveries d WHERE d.extract_batch_id = b.id ORDER BY d.id DESC LIMIT 1) AS delivery`;

export async function findBatch(db: Db | Tx, accountId: string, id: string): Promise<BatchRow | null> {
  const { rows } = await sql<BatchRow>`${prepared}
    SELECT ${row} FROM extract_batches b WHERE b.id = ${id} AND b.account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** Newest first. `after`: the id that the page before ended with. */
export async function listBatches(
  db: Db,
  accountId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`${prepared}
    SELECT ${row} FROM extract_batches b WHERE b.account_id = ${accountId} AND (${after}::text IS NULL OR b.id < ${after})
    ORDER BY b.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Null when the account has no such batch. */
export async function isCompleted(db: Db, accountId: string, id: string): Promise<boolean | null> {
  const { rows } = await sql<{ completed: boolean }>`${prepared}
    SELECT completed_at IS NOT NULL AS completed FROM extract_batches WHERE id = ${id} AND account_id = ${accountId}`.execute(db);
  return rows[0]?.completed ?? null;
}

type InBatch = { batch_index: number };
type Part = { after: number; limit: number };

/** Its tasks without their results, in the order of the request, behind the place `after`. */
export async function listBatchTasks(db: Db, { id, account_id }: BatchRow, { after, limit }: Part): Promise<(ListedTask & InBatch)[]> {
  const { rows } = await sql<ListedTask & InBatch>`${prepared}
    SELECT ${listedColumns}, t.batch_index FROM tasks AS t WHERE t.batch_id = ${id} AND t.account_id = ${account_id} AND t.batch_index > ${after}
    ORDER BY t.batch_index LIMIT ${limit}`.execute(db);
  return rows;
}

/** As `listBatchTasks`, those that are completed or have failed, with their results. */
export async function listBatchResults(db: Db, { id, account_id }: BatchRow, { after, limit }: Part): Promise<(TextRow & InBatch)[]> {
  const { rows } = await sql<TextRow & InBatch>`${prepared}
    SELECT ${taskTextColumns} FROM tasks AS t
    WHERE t.batch_id = ${id} AND t.account_id = ${account_id} AND t.batch_index > ${after} AND t.finished_at IS NOT NULL
    ORDER BY t.batch_index LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Completes up to `limit` batches none of whose tasks is unfinished any more. `keepDays`: for batches without a retention time of their own.
 */
export async function completeBatches(
  tx: Tx,
  keepDays: number,
  limit: number,
): Promise<Pick<BatchRow, "id" | "account_id" | "callback_url">[]> {
  const { rows } = await sql<Pick<BatchRow, "id" | "account_id" | "callback_url">>`${prepared}
    UPDATE extract_batches SET completed_at = now(), expires_at = now() + make_interval(days => coalesce(nullif(retention_days, 0), ${keepDays}))
    WHERE id IN (SELECT b.id FROM extract_batches b WHERE b.completed_at IS NULL
      AND NOT EXISTS (SELECT FROM tasks t WHERE t.batch_id = b.id AND t.finished_at IS NULL) LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, account_id, callback_url`.execute(tx);
  for (const { id, account_id } of rows) changedTo(tx, account_id, id, "completed");
  return rows;
}

/** Takes the callback address off the batch, so that no webhook is sent when it ends. False when the account has no such batch. */
export async function silenceBatch(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`UPDATE extract_batches SET callback_url = NULL WHERE id = ${id} AND account_id = ${accountId} RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** Ids of up to `limit` of its tasks. */
export async function tasksOf(tx: Tx, accountId: string, batchId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM tasks WHERE batch_id = ${batchId} AND account_id = ${accountId} ORDER BY id LIMIT ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Its tasks stay, as tasks of their own. */
export async function deleteBatch(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom("extract_batches").where("id", "=", id).where("account_id", "=", accountId).execute();
  changedTo(tx, accountId, id, "deleted");
}

/** Deletes up to `limit` batches whose retention time is over. */
export async function deleteExpiredBatches(tx: Tx, limit: number): Promise<{ id: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string }>`DELETE FROM extract_batches
    WHERE id IN (SELECT id FROM extract_batches WHERE expires_at < now() ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, account_id AS "accountId"`.execute(tx);
  for (const { id, accountId } of rows) changedTo(tx, accountId, id, "deleted");
  return rows;
}
