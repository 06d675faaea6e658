/** All SQL that takes a task through its states. Every change raises `revision` and sends a notification. Reading is task-rows.store.ts. */
import { sql } from "kysely";
import type { RuleOutcomes } from "#contract/rules.ts";
import {
  type DocumentSummary,
  type ExtractionResult,
  MOVES,
  type Stage,
  TASK_STATES,
  type TaskErrorRecord,
  type TaskRecord,
  type TaskState,
} from "#contract/task.ts";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { CANCELLED, CHANGED } from "#platform/postgres/listen.ts";
import { notify } from "#platform/postgres/notifications.ts";
import { packedSealedJson, sealedJson } from "#platform/postgres/sealed.ts";
import {
  type Attempt,
  anew,
  changed,
  ending,
  heldBy,
  pausing,
  type StartedAttempt,
  started,
  startedOf,
  starting,
} from "#platform/queue/attempt-columns.ts";
import type { TaskRequest } from "./tables.ts";
import { type ChangedTask, changing, changingVisibly } from "./task-changes.store.ts";
import { nextRevision } from "./task-history.ts";
import { confidenceOf, toReview } from "./task-record.ts";
import type { TaskRow } from "./task-rows.store.ts";

export type NewTask = {
  id: string;
  request: TaskRequest;
  callbackUrl: string | null;
  sealedPassword: string | null;
  blobKey: string | null;
  template: { id: string; version: number } | null;
  metadata: TaskRecord["metadata"];
  document: DocumentSummary;
  /** The requested engine; the completion stores which one answered. */
  asked: { engine: string; provider: string | null; model: string | null };
  /** Its place in a batch, from 0; absent for a task of its own. */
  batch?: { id: string; index: number };
};

/** Inserts at least one task of one account. Returns the account's number of unfinished tasks before, counted up to `backlogMax`. */
export async function insertTasks(tx: Tx, accountId: string, tasks: readonly NewTask[], backlogMax: number): Promise<number> {
  const rows = tasks.map(
    (task) => sql`(${task.id}, ${accountId}, 'processing', 'queued', now() + make_interval(secs => ${task.request.deadlineSeconds}),
      ${sealedJson(task.request)}, ${task.callbackUrl}, ${task.sealedPassword}, ${task.blobKey}, ${task.template?.id ?? null},
      ${task.template?.version ?? null}, ${sealedJson(task.metadata)}, ${sealedJson(task.document)}, ${task.request.retentionDays},
      ${task.request.deadlineSeconds}, ${task.asked.engine}, ${task.asked.provider}, ${task.asked.model}, ${task.batch?.id ?? null}, ${task.batch?.index ?? null})`,
  );
  const { rows: inserted } = await sql<{ backlog: number }>`${prepared}
    INSERT INTO tasks (id, account_id, state, stage, deadline_at, request, callback_url, sealed_password, blob_key, template_id, template_version, metadata, document,
      retention_days, deadline_seconds, engine, provider, model, batch_id, batch_index)
    VALUES ${sql.join(rows)}
    RETURNING (SELECT count(*)::int FROM (
      SELECT 1 FROM tasks AS t WHERE t.account_id = ${accountId} AND t.finished_at IS NULL LIMIT ${backlogMax}) AS unfinished) AS backlog`.execute(
    tx,
  );
  for (const { id } of tasks) notifyAccount(tx, accountId, { kind: "task", id, status: "processing" });
  return inserted[0]?.backlog ?? 0;
}

/** What an attempt needs of its task. */
export type StartedTask = StartedAttempt &
  Pick<TaskRow, "account_id" | "template_id" | "request" | "sealed_password" | "blob_key" | "document" | "usage">;

/** Starts an attempt. Null when the task is finished, deleted, or in a later run. */
export async function startTask(
  db: Db | Tx,
  { taskId: id, run }: { taskId: string; run: number },
  stage: Stage,
): Promise<StartedTask | null> {
  const { rows } = await sql<Omit<StartedTask, "deadline"> & { remaining_ms: number }>`${prepared}
    UPDATE tasks SET state = 'processing', stage = ${stage}, started_at = coalesce(started_at, now()), ${starting},
      ${nextRevision({ state: "processing", stage, attempts: sql`attempts + 1` })}
    WHERE id = ${id} AND run = ${run} AND state NOT IN ('completed', 'failed')
    RETURNING id, account_id, template_id, request, sealed_password, blob_key, document, usage, ${started}`.execute(db);
  const task = startedOf(rows);
  if (task) notify(db, CHANGED, id, { lazy: true });
  if (task && task.attempts > 1) notifyAccount(db, task.account_id, { kind: "task", id, status: "processing" });
  return task;
}

/** The states from which MOVES allows this transition. */
const mayBecome = (next: TaskState) => sql`state = ANY(${TASK_STATES.filter((state) => MOVES[state].includes(next))})`;

export async function setStage(db: Db, attempt: Attempt, stage: Stage): Promise<void> {
  await changing(db, sql`UPDATE tasks SET stage = ${stage}, ${nextRevision({ state: sql`state`, stage })} WHERE ${heldBy(attempt)}`);
}

/** Stores a fetched document's key, so that a retry reads the same bytes. False when the attempt has lost its lease. */
export async function setDocument(db: Db, attempt: Attempt, document: DocumentSummary, blobKey: string): Promise<boolean> {
  const rows = await changing(
    db,
    sql`UPDATE tasks SET document = ${sealedJson(document)}, blob_key = ${blobKey}, revision = revision + 1 WHERE ${heldBy(attempt)}`,
  );
  return rows.length > 0;
}

/** Stores the template that was chosen for a task, and what it asks for. */
export async function setTemplate(
  db: Db,
  attempt: Attempt,
  chosen: { request: TaskRequest; template: { id: string; version: number } | null; document: DocumentSummary },
): Promise<void> {
  const { request, template, document } = chosen;
  await changing(
    db,
    sql`UPDATE tasks SET request = ${sealedJson(request)}, template_id = ${template?.id ?? null}, template_version = ${template?.version ?? null},
      document = ${sealedJson(document)}, revision = revision + 1 WHERE ${heldBy(attempt)}`,
  );
}

/** The worker stops and returns the task; this start does not count as a crash. */
export async function releaseTask(db: Db, attempt: Attempt): Promise<void> {
  await changing(
    db,
    sql`UPDATE tasks SET ${ending}, stage = 'queued', ${nextRevision({ state: sql`state`, stage: "queued" })} WHERE ${heldBy(attempt)}`,
  );
}

export type Extracted = {
  result: ExtractionResult;
  document: DocumentSummary;
  engine: string;
  provider: string | null;
  model: string | null;
  usage: TaskRecord["usage"];
  timing: TaskRecord["timing"];
  cacheHit: boolean;
  cacheKey: string | null;
};
/** `rules`: what the template's rules say; null where it has none. */
export type Completion = Extracted & { rules: RuleOutcomes | null };

const finished = sql`finished_at = now(), ${ending}, sealed_password = NULL`;
const kept = (days: number) => sql`expires_at = now() + make_interval(days => ${days})`;

/** Throws LateResult when another attempt, a cancellation or the deadline came first. */
export async function completeTask(
  tx: Tx,
  attempt: Attempt,
  done: Completion,
  { keepDays, reviewBelow }: { keepDays: number; reviewBelow: number },
): Promise<ChangedTask> {
  return changed(
    await changingVisibly(
      tx,
      sql`UPDATE tasks SET state = 'completed', stage = 'done', ${finished}, ${nextRevision({ state: "completed", stage: "done", error: null })}, ${kept(keepDays)},
      result = ${packedSealedJson(done.result)}, to_review = ${sealedJson(toReview(done.result.fields, reviewBelow))}, document = ${sealedJson(done.document)}, error = NULL,
      engine = ${done.engine}, provider = ${done.provider}, model = ${done.model}, usage = ${JSON.stringify(done.usage)},
      timing = ${JSON.stringify({ ...done.timing })}, cache_hit = ${done.cacheHit}, cache_key = ${done.cacheKey},
      confidence = ${confidenceOf(done.result, done.rules)}, rules = ${done.rules && sealedJson(done.rules)}
      WHERE ${heldBy(attempt)} AND ${mayBecome("completed")}`,
    ),
  );
}

/** `usage`: of all attempts so far. `waits`: the attempt ended because a provider asked to come later. */
export type FailedAttempt = { error: TaskErrorRecord; usage: TaskRecord["usage"]; waits: boolean };

/** Throws LateResult, as completeTask does. */
export async function failTask(tx: Tx, attempt: Attempt, { error, usage }: FailedAttempt, keepDays: number): Promise<ChangedTask> {
  return changed(
    await changingVisibly(
      tx,
      sql`UPDATE tasks SET state = 'failed', ${finished}, ${nextRevision({ state: "failed", stage: sql`stage`, error })}, ${kept(keepDays)}, error = ${JSON.stringify(error)},
      usage = ${JSON.stringify(usage)} WHERE ${heldBy(attempt)} AND ${mayBecome("failed")}`,
    ),
  );
}

/** Fails a task that was just inserted, because its document is refused. */
export async function refuseTask(tx: Tx, id: string, error: TaskErrorRecord, keepDays: number): Promise<void> {
  await changingVisibly(
    tx,
    sql`UPDATE tasks SET state = 'failed', ${finished}, ${nextRevision({ state: "failed", stage: sql`stage`, error })}, ${kept(keepDays)}, error = ${JSON.stringify(error)}
      WHERE id = ${id} AND ${mayBecome("failed")}`,
  );
}

/** The attempt failed with a retryable error; schedules the next one. Throws LateResult, as completeTask does. */
export async function pauseTask(tx: Tx, attempt: Attempt, failure: FailedAttempt, afterSeconds: number): Promise<void> {
  const { error, usage } = failure;
  changed(
    await changingVisibly(
      tx,
      sql`UPDATE tasks SET state = 'retrying', stage = 'queued', ${pausing(failure, afterSeconds)}, ${nextRevision({ state: "retrying", stage: "queued", error })},
      error = ${JSON.stringify(error)}, usage = ${JSON.stringify(usage)} WHERE ${heldBy(attempt)} AND ${mayBecome("retrying")}`,
    ),
  );
}

/** Ends an unfinished task of the account and notifies the worker that runs it. Null when there is no such unfinished task. */
export async function cancelTask(
  tx: Tx,
  accountId: string,
  id: string,
  error: TaskErrorRecord,
  keepDays: number,
): Promise<ChangedTask | null> {
  const [row] = await changingVisibly(
    tx,
    sql`UPDATE tasks SET state = 'failed', ${finished}, ${nextRevision({ state: "failed", stage: sql`stage`, error })}, ${kept(keepDays)}, error = ${JSON.stringify(error)}
      WHERE id = ${id} AND account_id = ${accountId} AND ${mayBecome("failed")}`,
  );
  if (row) notify(tx, CANCELLED, id);
  return row ?? null;
}

/**
 * Starts a new run of a failed task, with a new deadline and all its attempts. Returns the run's number; null when the account has no such
 * failed task.
 */
export async function restartTask(tx: Tx, accountId: string, id: string): Promise<number | null> {
  const { rows } = await sql<{ run: number }>`${prepared}
    UPDATE tasks SET state = 'processing', stage = 'queued', ${anew(sql`run + 1`, sql`deadline_seconds`)}, error = NULL, finished_at = NULL, started_at = NULL,
      expires_at = NULL, ${nextRevision({ state: "processing", stage: "queued", attempts: sql`0`, error: null })}
      WHERE id = ${id} AND account_id = ${accountId} AND finished_at IS NOT NULL AND ${mayBecome("processing")} RETURNING run`.execute(tx);
  if (rows[0]) {
    notify(tx, CHANGED, id);
    notifyAccount(tx, accountId, { kind: "task", id, status: "processing" });
  }
  return rows[0]?.run ?? null;
}

/** Fails up to `limit` tasks whose deadline has passed, running or not. `keepDays`: for tasks without a retention time of their own. */
export async function failOverdue(tx: Tx, error: TaskErrorRecord, keepDays: number, limit: number): Promise<ChangedTask[]> {
  const rows = await changingVisibly(
    tx,
    sql`UPDATE tasks SET state = 'failed', ${finished}, ${nextRevision({ state: "failed", stage: sql`stage`, error })},
      expires_at = now() + make_interval(days => coalesce(nullif(retention_days, 0), ${keepDays})), error = jsonb_set(${JSON.stringify(error)}::jsonb, '{stage}', to_jsonb(stage))
      WHERE id IN (SELECT id FROM tasks WHERE state IN ('processing', 'retrying') AND deadline_at < now() ORDER BY deadline_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
  );
  for (const row of rows) notify(tx, CANCELLED, row.id);
  return rows;
}
