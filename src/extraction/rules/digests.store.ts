/** All SQL on digests: by what two tasks of a template are known as the same document. */
import { sql } from "kysely";
import type { DuplicateTask } from "#contract/rules.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

export type Digest = { digest: string; days: number };

/** Of more the newest are told. */
const TOLD_MAX = 20;

/** Until the transaction ends: of two equal documents at once, the second sees the first. */
export async function lockDigest(tx: Tx, digest: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`digest ${digest}`}, 0))`.execute(tx);
}

/** Replaces the one that the task has; nothing for a task without a template. */
export async function putDigest(tx: Tx, task: { id: string; accountId: string }, { digest, days }: Digest): Promise<void> {
  await sql`INSERT INTO task_digests (task_id, account_id, template_id, digest, created_at, expires_at)
    SELECT id, account_id, template_id, ${digest}, created_at, created_at + make_interval(days => ${days})
    FROM tasks WHERE id = ${task.id} AND account_id = ${task.accountId} AND template_id IS NOT NULL
    ON CONFLICT (task_id) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at
    WHERE task_digests.account_id = excluded.account_id`.execute(tx);
}

/** Other tasks of the same template with this digest, so many days before or after, newest first. */
export async function sameAs(tx: Tx, task: { id: string; accountId: string }, { digest, days }: Digest): Promise<DuplicateTask[]> {
  const { rows } = await sql<{ task_id: string; created_at: Date }>`
    SELECT other.task_id, other.created_at FROM task_digests own
    JOIN task_digests other ON other.account_id = own.account_id AND other.template_id = own.template_id AND other.digest = ${digest}
      AND other.task_id <> own.task_id
      AND other.created_at BETWEEN own.created_at - make_interval(days => ${days}) AND own.created_at + make_interval(days => ${days})
    WHERE own.task_id = ${task.id} AND own.account_id = ${task.accountId}
    ORDER BY other.created_at DESC LIMIT ${TOLD_MAX}`.execute(tx);
  return rows.map(({ task_id, created_at }) => ({ task_id, created_at: created_at.toISOString() }));
}

export async function forgetDigest(tx: Tx, accountId: string, taskId: string): Promise<void> {
  await tx.deleteFrom("task_digests").where("account_id", "=", accountId).where("task_id", "=", taskId).execute();
}

/** Deletes up to `limit` that are too old to be compared; returns how many. */
export async function deleteExpiredDigests(db: Db, limit: number): Promise<number> {
  const { rows } = await sql`DELETE FROM task_digests WHERE task_id IN (
    SELECT task_id FROM task_digests WHERE expires_at < now() ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING task_id`.execute(db);
  return rows.length;
}
