/** All SQL that reads tasks; lists are task-list.store.ts. */
import { type Selectable, sql } from "kysely";
import type { DocumentSummary, ExtractionResult } from "#contract/task.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import type { Tables } from "#platform/postgres/tables.ts";

export type TaskRow = Selectable<Tables["tasks"]>;
/** The task's newest delivery, as far as the record tells it. */
export type DeliveryState = { state: "pending" | "delivered" | "dead"; attempts: number };
export type FullTaskRow = TaskRow & { delivery: DeliveryState | null };

export async function findTask(db: Db | Tx, accountId: string, id: string): Promise<FullTaskRow | null> {
  const row = await db
    .selectFrom("tasks")
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom("deliveries as d")
        .whereRef("d.task_id", "=", "tasks.id")
        .select(sql<DeliveryState>`jsonb_build_object('state', d.state, 'attempts', d.attempts)`.as("delivery"))
        .orderBy("d.id", "desc")
        .limit(1)
        .as("delivery"),
    )
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** The task as it stands, for whoever is about to change it: others wait until the transaction ends. */
export async function lockTask(tx: Tx, accountId: string, id: string): Promise<TaskRow | null> {
  const row = await tx
    .selectFrom("tasks")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Unfinished tasks of the account, counted up to `max`. */
export async function countUnfinished(db: Db | Tx, accountId: string, max: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM tasks WHERE account_id = ${accountId} AND finished_at IS NULL LIMIT ${max}) AS unfinished`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Place among the account's own waiting tasks, 1 for the next. */
export async function queuePosition(db: Db, row: TaskRow): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM tasks WHERE account_id = ${row.account_id} AND finished_at IS NULL AND stage = 'queued' AND id <= ${row.id}`.execute(
    db,
  );
  return Math.max(1, rows[0]?.n ?? 1);
}

export type CachedAnswer = {
  result: ExtractionResult;
  document: DocumentSummary;
  engine: string;
  provider: string | null;
  model: string | null;
};

/** An equal request of the same account that was answered before. */
export async function findCached(db: Db, accountId: string, cacheKey: string): Promise<CachedAnswer | null> {
  const row = await db
    .selectFrom("tasks")
    .select(["result", "document", "engine", "provider", "model"])
    .where("account_id", "=", accountId)
    .where("cache_key", "=", cacheKey)
    .where("state", "=", "completed")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.result ? { ...row, result: row.result, engine: row.engine ?? "local" } : null;
}

export async function countByState(db: Db): Promise<{ state: string; count: number }[]> {
  return db
    .selectFrom("tasks")
    .select(["state", (eb) => eb.fn.countAll<number>().as("count")])
    .where("finished_at", "is", null)
    .groupBy("state")
    .execute();
}
