/** States that no request brings about in the time of a test: the past, a full queue, a table that is away, a worker that lost its job. */
import { type Kysely, sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Tables } from "#platform/postgres/tables.ts";

type Db = Kysely<Tables>;
type Kept = "uploads" | "tasks" | "batches" | "stored_resumes" | "evaluations";
type Attempted = "tasks" | "batch_entries" | "application_evaluations";

/** What was kept for a time, of all accounts: its time is over. What is not to be deleted yet stays. */
export async function expire(db: Db, ...tables: Kept[]): Promise<void> {
  for (const table of tables)
    await sql`UPDATE ${sql.table(table)} SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL`.execute(db);
}

/** What the account's batches and evaluations made of it was made so many days earlier. */
export async function passDays(db: Db, accountId: string, days: number): Promise<void> {
  const earlier = (time: string) => sql`${sql.ref(time)} = ${sql.ref(time)} - make_interval(days => ${days})`;
  await sql`UPDATE batches SET ${earlier("created_at")}, ${earlier("completed_at")}, ${earlier("expires_at")} WHERE account_id = ${accountId}`.execute(
    db,
  );
  await sql`UPDATE evaluations SET ${earlier("created_at")}, ${earlier("expires_at")} WHERE account_id = ${accountId}`.execute(db);
  await sql`UPDATE stored_resumes SET ${earlier("expires_at")} WHERE account_id = ${accountId}`.execute(db);
}

/** Maintenance ends the work at its next look. */
export async function passDeadline(db: Db, table: Attempted, id: string): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET deadline_at = now() - interval '1 second' WHERE id = ${id}`.execute(db);
}

/** A layout that reviews of the template's tasks taught, without their documents. */
export async function layoutOf(db: Db, templateId: string): Promise<string> {
  const id = newId("lay");
  await sql`INSERT INTO memory_layouts (id, account_id, scope) SELECT ${id}, account_id, id FROM templates WHERE id = ${templateId}`.execute(
    db,
  );
  return id;
}

/** Queued tasks that no worker takes, until they are disposed. */
export async function fillQueue(db: Db, accountId: string, count: number): Promise<AsyncDisposable> {
  await sql`INSERT INTO tasks (id, account_id, state, stage, deadline_at, request, document)
    SELECT 'task_backlog' || ${accountId} || n, ${accountId}, 'processing', 'queued', now() + interval '1 hour', '{}', '{}'
    FROM generate_series(1, ${count}::int) AS n`.execute(db);
  return {
    async [Symbol.asyncDispose]() {
      await sql`DELETE FROM tasks WHERE account_id = ${accountId} AND id LIKE 'task_backlog%'`.execute(db);
    },
  };
}

/**
 * How many statements like this wait for a lock. `db` is no connection with an open transaction: PostgreSQL shows the activity of others as
 * of a transaction's first look, however often it looks.
 */
export async function waitingForLocks(db: Db, statement = "%"): Promise<number> {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE ${statement}`.execute(db);
  return rows.length;
}

/** Every statement on these tables fails until it is disposed. */
export async function withoutTables(db: Db, ...tables: (keyof Tables | "rate_cells")[]): Promise<AsyncDisposable> {
  const away = (table: string) => `${table}_away`;
  for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} RENAME TO ${sql.table(away(table))}`.execute(db);
  return {
    async [Symbol.asyncDispose]() {
      for (const table of tables) await sql`ALTER TABLE ${sql.table(away(table))} RENAME TO ${sql.table(table)}`.execute(db);
    },
  };
}

/** As when the heartbeats of a worker end: its jobs go back to the queue, and it does not know. */
export async function loseJobs(db: Db, name: string): Promise<void> {
  await sql`UPDATE pgboss.job SET state = 'retry', retry_count = retry_count + 1, start_after = now(), heartbeat_on = NULL
    WHERE name = ${name} AND state = 'active'`.execute(db);
}

/** Webhooks that wait for their next try are tried now. */
export async function deliverNow(db: Db): Promise<void> {
  await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'deliver-webhook' AND state = 'created'`.execute(db);
}

/** Lines of the audit log in their order. */
export const auditOf = (db: Db, by: "account_id" | "subject", id: string) =>
  db.selectFrom("audit_lines").select(["action", "actor", "subject", "ip", "at"]).where(by, "=", id).orderBy("id").execute();
