/** How a task's row is changed: whoever changes it tells those who wait for it, and the account's event streams what they show. */
import { type RawBuilder, sql } from "kysely";
import type { TaskState } from "#contract/task.ts";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { CHANGED } from "#platform/postgres/listen.ts";
import { notify } from "#platform/postgres/notifications.ts";

/** The changed columns that callers need. */
export type ChangedTask = {
  id: string;
  account_id: string;
  state: TaskState;
  callback_url: string | null;
  /** As requested; null: the server's default. */
  retentionDays: number | null;
  blobKey: string | null;
};

/** Runs an UPDATE and notifies listeners of the changed tasks. */
export async function changing(db: Db | Tx, update: RawBuilder<unknown>): Promise<ChangedTask[]> {
  const { rows } = await sql<ChangedTask>`${prepared}${update}
    RETURNING id, account_id, state, callback_url, retention_days AS "retentionDays", blob_key AS "blobKey"`.execute(db);
  for (const { id } of rows) notify(db, CHANGED, id);
  return rows;
}

/** As `changing`, for what the account's event streams report: a new state, or a review. */
export async function changingVisibly(db: Db | Tx, update: RawBuilder<unknown>): Promise<ChangedTask[]> {
  const rows = await changing(db, update);
  for (const { id, account_id, state } of rows) notifyAccount(db, account_id, { kind: "task", id, status: state });
  return rows;
}
