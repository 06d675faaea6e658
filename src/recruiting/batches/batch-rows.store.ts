/** All SQL that reads batches of résumés and their entries. */
import { type Selectable, sql } from "kysely";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import type { Tables } from "#platform/postgres/tables.ts";

type Entry = Selectable<Tables["batch_entries"]>;
/** An ended entry, without the evidence of its fields. */
export type EndedEntry = Pick<
  Entry,
  "id" | "index" | "filename" | "url" | "state" | "sha256" | "result" | "error_code" | "error_message" | "usage"
>;
export type BatchRow = Selectable<Tables["batches"]> & {
  entries: EndedEntry[] | null;
  delivery: { state: "pending" | "delivered" | "dead"; attempts: number } | null;
};

/** The batch with its ended entries by index, all of one moment: one statement sees one snapshot. */
export async function findBatch(db: Db | Tx, accountId: string, id: string): Promise<BatchRow | null> {
  const { rows } = await sql<BatchRow>`${prepared}
    SELECT b.id, b.account_id, b.callback_url, b.provider, b.total_documents, b.successful_count, b.failed_count, b.created_at, b.completed_at, b.expires_at,
      (SELECT json_agg(json_build_object('id', e.id, 'index', e.index, 'filename', e.filename, 'url', e.url, 'state', e.state,
          'sha256', e.sha256, 'result', e.result, 'error_code', e.error_code, 'error_message', e.error_message, 'usage', e.usage) ORDER BY e.index)
        FROM batch_entries e WHERE e.batch_id = b.id AND e.state <> 'processing') AS entries,
      (SELECT json_build_object('state', d.state, 'attempts', d.attempts) FROM deliveries d
        WHERE d.batch_id = b.id ORDER BY d.id DESC LIMIT 1) AS delivery
    FROM batches b WHERE b.id = ${id} AND b.account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** What identifies duplicates among a batch's ended entries, without their results. */
export const listSummaries = (db: Db, batchId: string): Promise<Pick<Entry, "index" | "sha256" | "summary">[]> =>
  db
    .selectFrom("batch_entries")
    .select(["index", "sha256", "summary"])
    .where("batch_id", "=", batchId)
    .where("state", "<>", "processing")
    .execute();

/** Null when there is no such batch. */
export async function isCompleted(db: Db, accountId: string, id: string): Promise<boolean | null> {
  const { rows } = await sql<{ completed: boolean }>`${prepared}
    SELECT completed_at IS NOT NULL AS completed FROM batches WHERE id = ${id} AND account_id = ${accountId}`.execute(db);
  return rows[0]?.completed ?? null;
}

/** One entry of the account, whatever its state. */
export async function findEntry(db: Db, accountId: string, id: string): Promise<Entry | null> {
  const row = await db.selectFrom("batch_entries").selectAll().where("id", "=", id).where("account_id", "=", accountId).executeTakeFirst();
  return row ?? null;
}

/** False once its batch was deleted. */
export async function isEntry(db: Db | Tx, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM batch_entries WHERE id = ${id}`.execute(db);
  return rows.length > 0;
}

export async function countEntries(db: Db): Promise<number> {
  const row = await db
    .selectFrom("batch_entries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "processing")
    .executeTakeFirst();
  return row?.count ?? 0;
}
