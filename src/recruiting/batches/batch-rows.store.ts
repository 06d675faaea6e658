/** All SQL that reads batches of résumés and their entries. */
import { type Selectable, sql } from "kysely";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import type { Tables } from "#platform/postgres/tables.ts";

type Entry = Selectable<Tables["resume_entries"]>;
/** An ended entry, without the evidence of its fields. */
export type EndedEntry = Pick<
  Entry,
  "id" | "index" | "filename" | "url" | "state" | "sha256" | "result" | "error_code" | "error_message" | "usage"
>;
export type BatchRow = Selectable<Tables["resume_jobs"]> & {
  entries: EndedEntry[] | null;
  delivery: { state: "pending" | "delivered" | "dead"; attempts: number } | null;
};

/** The batch with its ended entries by index, all of one moment: one statement sees one snapshot. */
export async function findBatch(db: Db | Tx, accountId: string, id: string): Promise<BatchRow | null> {
  const { rows } = await sql<BatchRow>`${prepared}
    SELECT j.id, j.account_id, j.callback_url, j.provider, j.total_documents, j.successful_count, j.failed_count, j.created_at, j.completed_at, j.expires_at,
      (SELECT json_agg(json_build_object('id', e.id, 'index', e.index, 'filename', e.filename, 'url', e.url, 'state', e.state,
          'sha256', e.sha256, 'result', e.result, 'error_code', e.error_code, 'error_message', e.error_message, 'usage', e.usage) ORDER BY e.index)
        FROM resume_entries e WHERE e.job_id = j.id AND e.state <> 'processing') AS entries,
      (SELECT json_build_object('state', d.state, 'attempts', d.attempts) FROM deliveries d
        WHERE d.resume_job_id = j.id ORDER BY d.id DESC LIMIT 1) AS delivery
    FROM resume_jobs j WHERE j.id = ${id} AND j.account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** What identifies duplicates among a batch's ended entries, without their results. */
export const listSummaries = (db: Db, jobId: string): Promise<Pick<Entry, "index" | "sha256" | "summary">[]> =>
  db
    .selectFrom("resume_entries")
    .select(["index", "sha256", "summary"])
    .where("job_id", "=", jobId)
    .where("state", "<>", "processing")
    .execute();

/** Null when there is no such batch. */
export async function isCompleted(db: Db, accountId: string, id: string): Promise<boolean | null> {
  const { rows } = await sql<{ completed: boolean }>`${prepared}
    SELECT completed_at IS NOT NULL AS completed FROM resume_jobs WHERE id = ${id} AND account_id = ${accountId}`.execute(db);
  return rows[0]?.completed ?? null;
}

/** One entry of the account, whatever its state. */
export async function findEntry(db: Db, accountId: string, id: string): Promise<Entry | null> {
  const row = await db.selectFrom("resume_entries").selectAll().where("id", "=", id).where("account_id", "=", accountId).executeTakeFirst();
  return row ?? null;
}

/** False once its batch was deleted. */
export async function isEntry(db: Db | Tx, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM resume_entries WHERE id = ${id}`.execute(db);
  return rows.length > 0;
}

export async function countEntries(db: Db): Promise<number> {
  const row = await db
    .selectFrom("resume_entries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "processing")
    .executeTakeFirst();
  return row?.count ?? 0;
}
