/** All SQL that reads tasks; lists are task-list.store.ts. */
import { type Selectable, sql } from "kysely";
import type { Corrections, DocumentSummary, ExtractionResult } from "#contract/task.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import type { Tables } from "#platform/postgres/tables.ts";
import type { TaskChange, TaskRequest } from "./tables.ts";

/** A task's row without its history, which only events need. */
export type TaskRow = Omit<Selectable<Tables["tasks"]>, "history">;
/** The part of a task's newest delivery that is in the record. */
export type LatestDelivery = { state: "pending" | "delivered" | "dead"; attempts: number };
export type FullTaskRow = TaskRow & { delivery: LatestDelivery | null };
/** `resultText`: the JSON of the result as it is stored; null where there is none. */
export type TextRow = Omit<TaskRow, "result"> & { resultText: string | null };
export type FullTextRow = TextRow & { delivery: LatestDelivery | null };

/** All columns by name, because a prepared statement must not use `*`; the compiler reports a missing one. */
const COLUMNS = Object.keys({
  id: true,
  account_id: true,
  state: true,
  stage: true,
  revision: true,
  created_at: true,
  started_at: true,
  finished_at: true,
  deadline_at: true,
  next_attempt_at: true,
  attempts: true,
  waits: true,
  crashes: true,
  run: true,
  lease: true,
  request: true,
  retention_days: true,
  deadline_seconds: true,
  callback_url: true,
  sealed_password: true,
  blob_key: true,
  template_id: true,
  template_version: true,
  metadata: true,
  document: true,
  cache_key: true,
  engine: true,
  provider: true,
  model: true,
  result: true,
  error: true,
  usage: true,
  timing: true,
  cache_hit: true,
  expires_at: true,
  confidence: true,
  to_review: true,
  rules: true,
  corrections: true,
  reviewed_at: true,
  reviewed_by: true,
  batch_id: true,
  batch_index: true,
} satisfies Record<keyof TaskRow, true>);
/** Of `tasks AS t`. */
const taskColumns = sql.join(COLUMNS.map((name) => sql.ref(`t.${name}`)));
/** Of `tasks AS t`, for a TextRow. */
export const taskTextColumns = sql.join(
  COLUMNS.map((name) => (name === "result" ? sql`t.result::text AS "resultText"` : sql.ref(`t.${name}`))),
);
/** Those of a TextRow beside the text of its result. */
export const COLUMNS_BESIDE_RESULT = COLUMNS.filter((name) => name !== "result") as Exclude<keyof TaskRow, "result">[];
const DELIVERY = sql`(SELECT jsonb_build_object('state', d.state, 'attempts', d.attempts) FROM deliveries AS d
      WHERE d.task_id = t.id ORDER BY d.id DESC LIMIT 1) AS delivery`;

export async function findTask(db: Db | Tx, accountId: string, id: string): Promise<FullTaskRow | null> {
  const { rows } = await sql<FullTaskRow>`${prepared}
    SELECT ${taskColumns}, ${DELIVERY} FROM tasks AS t WHERE t.id = ${id} AND t.account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** As `findTask`, with the result as the text of its JSON. */
export async function findTaskText(db: Db, accountId: string, id: string): Promise<FullTextRow | null> {
  const { rows } = await sql<FullTextRow>`${prepared}
    SELECT ${taskTextColumns}, ${DELIVERY} FROM tasks AS t WHERE t.id = ${id} AND t.account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** The task with its history, for events. */
export async function findTaskWithHistory(db: Db, accountId: string, id: string): Promise<{ row: TaskRow; history: TaskChange[] } | null> {
  const { rows } = await sql<TaskRow & { history: TaskChange[] }>`${prepared}
    SELECT ${taskColumns}, t.history FROM tasks AS t WHERE t.id = ${id} AND t.account_id = ${accountId}`.execute(db);
  if (!rows[0]) return null;
  const { history, ...row } = rows[0];
  return { row, history };
}

/** Locks the task's row until the transaction ends, before a change. */
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

/** A reviewed task whose document is still there. */
export type ReviewedTask = {
  id: string;
  accountId: string;
  templateId: string | null;
  request: TaskRequest;
  result: ExtractionResult;
  document: DocumentSummary;
  corrections: Corrections | null;
  reviewedAt: Date;
  blobKey: string;
};

/** Null when the task is gone, is not reviewed, has no document any more, or is not to be learned from. */
export async function findReviewedTask(db: Db, id: string): Promise<ReviewedTask | null> {
  const { rows } = await sql<ReviewedTask>`${prepared}
    SELECT id, account_id AS "accountId", template_id AS "templateId", request, result, document, corrections,
      reviewed_at AS "reviewedAt", blob_key AS "blobKey"
    FROM tasks WHERE id = ${id} AND reviewed_at IS NOT NULL AND result IS NOT NULL AND blob_key IS NOT NULL`.execute(db);
  const [task] = rows;
  return task && task.request.learn !== false ? task : null;
}

/** Unfinished tasks of the account, counted up to `max`. */
export async function countUnfinished(db: Db | Tx, accountId: string, max: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`${prepared}
    SELECT count(*)::int AS n FROM (SELECT 1 FROM tasks WHERE account_id = ${accountId} AND finished_at IS NULL LIMIT ${max}) AS unfinished`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Position among the account's own waiting tasks; 1 is next. */
export type Waiting = Pick<TaskRow, "id" | "account_id" | "finished_at" | "stage">;
export async function queuePosition(db: Db, row: Waiting): Promise<number> {
  const { rows } = await sql<{ n: number }>`${prepared}
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

/** The answer to an equal earlier request of the same account. */
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

/** Age of the oldest due task that was not started; 0 when there is none. */
export async function oldestWaitingSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT coalesce(extract(epoch FROM now() - min(coalesce(next_attempt_at, created_at))), 0)::float8 AS seconds
    FROM tasks WHERE finished_at IS NULL AND lease IS NULL AND coalesce(next_attempt_at, created_at) <= now()`.execute(db);
  return rows[0]?.seconds ?? 0;
}
