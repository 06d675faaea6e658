/** All SQL that deletes tasks; returns the blob keys of the documents to delete. */
import { sql } from "kysely";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { CANCELLED, CHANGED } from "#platform/postgres/listen.ts";
import { notify } from "#platform/postgres/notifications.ts";

/** Clears the blob key of a task's document; the result remains. */
export async function clearBlobKey(db: Db | Tx, id: string): Promise<void> {
  await db.updateTable("tasks").set({ blob_key: null }).where("id", "=", id).execute();
}

/** Returns what was deleted; null when the account has no such task. */
export async function deleteTask(tx: Tx, accountId: string, id: string): Promise<{ blobKey: string | null; finished: boolean } | null> {
  const row = await tx
    .deleteFrom("tasks")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .returning(["blob_key", "finished_at"])
    .executeTakeFirst();
  if (!row) return null;
  for (const channel of [CANCELLED, CHANGED]) notify(tx, channel, id);
  notifyAccount(tx, accountId, { kind: "task", id, status: "deleted" });
  return { blobKey: row.blob_key, finished: row.finished_at !== null };
}

/** Of the given blob keys, those that no task references. */
export async function unreferencedBlobKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM unnest(${keys}::text[]) AS key
    WHERE NOT EXISTS (SELECT FROM tasks t WHERE t.id = substring(key FROM 'task_[0-9A-Za-z]+') AND t.blob_key = key)`.execute(db);
  return rows.map(({ key }) => key);
}

/** Deletes up to `limit` tasks whose retention time is over. */
export async function deleteExpired(tx: Tx, limit: number): Promise<{ id: string; accountId: string; blobKey: string | null }[]> {
  const { rows } = await sql<{ id: string; accountId: string; blobKey: string | null }>`
    DELETE FROM tasks WHERE id IN (SELECT id FROM tasks WHERE expires_at < now() ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, account_id AS "accountId", blob_key AS "blobKey"`.execute(tx);
  for (const { id, accountId } of rows) notifyAccount(tx, accountId, { kind: "task", id, status: "deleted" });
  return rows;
}
