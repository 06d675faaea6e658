/** All SQL on batches of résumés and their entries. Counts are kept with the batch and change with its entries, in one statement. */
import { sql } from "kysely";
import type { ProviderName } from "#contract/providers.ts";
import type { FailedExtraction, ResumeResult } from "#contract/recruiting/batch.ts";
import type { FieldResult, TaskRecord } from "#contract/task.ts";
import type { TaskErrorCode } from "#contract/task-errors.ts";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { CHANGED } from "#platform/postgres/listen.ts";
import { notify } from "#platform/postgres/notifications.ts";
import { sealedJson, sealedText } from "#platform/postgres/sealed.ts";
import {
  type Attempt,
  changed,
  ending,
  heldBy,
  pausing,
  type StartedAttempt,
  started,
  startedOf,
  starting,
} from "#platform/queue/attempt-columns.ts";
import type { PageSize, ResumeSummary } from "#recruiting/tables.ts";

/** `fault`: the file cannot be read at all, as is known already; the worker writes it down like any other failure. */
export type NewEntry = {
  id: string;
  index: number;
  filename: string | null;
  url: string | null;
  blobKey: string | null;
  fault: { code: TaskErrorCode; message: string } | null;
};
export type NewBatch = {
  id: string;
  accountId: string;
  callbackUrl: string | null;
  provider: ProviderName;
  /** Of the position that the résumés are sent for. */
  positionId: string | null;
  entries: readonly NewEntry[];
  deadlineSeconds: number;
};

/** How many unfinished entries the account had before, counted up to `backlogMax`. */
export async function insertBatch(tx: Tx, batch: NewBatch, backlogMax: number): Promise<number> {
  const backlog = await countUnread(tx, batch.accountId, backlogMax);
  await tx
    .insertInto("batches")
    .values({
      id: batch.id,
      account_id: batch.accountId,
      callback_url: batch.callbackUrl,
      provider: batch.provider,
      position_id: batch.positionId,
      total_documents: batch.entries.length,
    })
    .execute();
  await tx
    .insertInto("batch_entries")
    .values(
      batch.entries.map((entry) => ({
        id: entry.id,
        batch_id: batch.id,
        account_id: batch.accountId,
        index: entry.index,
        filename: sealedText(entry.filename),
        url: sealedText(entry.url),
        blob_key: entry.blobKey,
        deadline_at: sql<Date>`now() + make_interval(secs => ${batch.deadlineSeconds})`,
        error_code: entry.fault?.code ?? null,
        error_message: entry.fault?.message ?? null,
      })),
    )
    .execute();
  notifyAccount(tx, batch.accountId, { kind: "batch", id: batch.id, status: "processing", position_id: batch.positionId });
  return backlog;
}

/** Entries of the account that are not finished, counted up to `max`. */
export async function countUnread(db: Db | Tx, accountId: string, max: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM batch_entries WHERE account_id = ${accountId} AND state = 'processing' LIMIT ${max}) AS unread`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** What an attempt needs to know. */
export type StartedEntry = StartedAttempt & {
  batch_id: string;
  account_id: string;
  filename: string | null;
  url: string | null;
  blob_key: string | null;
  error_code: TaskErrorCode | null;
  error_message: string | null;
  /** Of all attempts so far. */
  usage: TaskRecord["usage"] | null;
  provider: ProviderName;
  position_id: string | null;
};

/** Starts an attempt. Null when the entry is finished or gone. */
export async function startEntry(db: Db, { applicationId: id, run }: { applicationId: string; run: number }): Promise<StartedEntry | null> {
  const { rows } = await sql<Omit<StartedEntry, "deadline"> & { remaining_ms: number }>`${prepared}
    UPDATE batch_entries SET ${starting} WHERE id = ${id} AND run = ${run} AND state = 'processing'
    RETURNING id, batch_id, account_id, filename, url, blob_key, error_code, error_message, usage, ${started},
      (SELECT provider FROM batches b WHERE b.id = batch_id) AS provider,
      (SELECT position_id FROM batches b WHERE b.id = batch_id) AS position_id`.execute(db);
  return startedOf(rows);
}

/** The worker stops and gives the entry back; this start does not count as a crash. */
export async function releaseEntry(db: Db, attempt: Attempt): Promise<void> {
  await sql`UPDATE batch_entries SET ${ending} WHERE ${heldBy(attempt)}`.execute(db);
}

/** It is tried again later. Throws LateResult when another attempt or the deadline came first. */
export async function pauseEntry(tx: Tx, attempt: Attempt, end: { usage: Usage; waits: boolean }, afterSeconds: number): Promise<void> {
  const { rows } = await sql`UPDATE batch_entries SET ${pausing(end, afterSeconds)}, usage = ${JSON.stringify(end.usage)}
    WHERE ${heldBy(attempt)} RETURNING 1`.execute(tx);
  changed(rows);
}

/** A fetched file is kept, so that a retry reads the same bytes. False when the attempt does not have the entry any more. */
export async function setEntryBlob(db: Db, attempt: Attempt, blobKey: string): Promise<boolean> {
  const { rows } = await sql`UPDATE batch_entries SET blob_key = ${blobKey} WHERE ${heldBy(attempt)} RETURNING 1`.execute(db);
  return rows.length > 0;
}

export type EntrySuccess = {
  mimeType: string;
  sha256: string;
  pageCount: number;
  pages: PageSize[];
  result: ResumeResult;
  fields: Record<string, FieldResult>;
};
export type EntryFailure = Pick<FailedExtraction, "code" | "message">;
type Usage = TaskRecord["usage"];
/** The batch as it stands after one of its entries ended. */
export type CountedBatch = {
  id: string;
  account_id: string;
  callback_url: string | null;
  position_id: string | null;
  completed: boolean;
  /** The entry that ended. */
  application_id: string;
};

/** Throws as pauseEntry. */
export async function succeedEntry(
  tx: Tx,
  attempt: Attempt,
  done: EntrySuccess & { usage: Usage },
  keepDays: number,
): Promise<CountedBatch> {
  const { rows } = await sql<CountedBatch>`${prepared}
    WITH ended AS (
      UPDATE batch_entries SET state = 'succeeded', ${ending}, error_code = NULL, error_message = NULL, mime_type = ${done.mimeType},
        sha256 = ${done.sha256}, page_count = ${done.pageCount}, pages = ${JSON.stringify(done.pages)}, result = ${sealedJson(done.result)}, summary = ${sealedJson(summaryOf(done.result))}, fields = ${sealedJson(done.fields)},
        usage = ${JSON.stringify(done.usage)}
      WHERE ${heldBy(attempt)} RETURNING id, batch_id)${count(1, 0, keepDays)}`.execute(tx);
  return notifyEnd(tx, changed(rows), "evaluating");
}

/** Throws as pauseEntry. */
export async function failEntry(
  tx: Tx,
  attempt: Attempt,
  failure: EntryFailure & { usage: Usage },
  keepDays: number,
): Promise<CountedBatch> {
  const { rows } = await sql<CountedBatch>`
    WITH ended AS (
      UPDATE batch_entries SET state = 'failed', ${ending}, error_code = ${failure.code}, error_message = ${failure.message},
        usage = ${JSON.stringify(failure.usage)}
      WHERE ${heldBy(attempt)} RETURNING id, batch_id)${count(0, 1, keepDays)}`.execute(tx);
  return notifyEnd(tx, changed(rows), "failed");
}

/** Fails one entry whose deadline has passed, whichever worker has it. Null when there is none. */
export async function failOverdueEntry(tx: Tx, failure: EntryFailure, keepDays: number): Promise<CountedBatch | null> {
  const { rows } = await sql<CountedBatch>`
    WITH ended AS (
      UPDATE batch_entries SET state = 'failed', ${ending}, error_code = ${failure.code}, error_message = ${failure.message}
      WHERE id = (SELECT id FROM batch_entries WHERE state = 'processing' AND deadline_at < now()
        ORDER BY deadline_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, batch_id)${count(0, 1, keepDays)}`.execute(tx);
  return rows[0] ? notifyEnd(tx, rows[0], "failed") : null;
}

/** A batch of a position with a retention is kept by that one, which cannot change until the transaction ends. */
const count = (succeeded: number, failed: number, keepDays: number) => sql`,
    rule AS (
      SELECT p.retention_days FROM ended JOIN batches c ON c.id = ended.batch_id JOIN positions p ON p.id = c.position_id FOR SHARE OF p)
    UPDATE batches AS b SET successful_count = b.successful_count + ${succeeded}::int, failed_count = b.failed_count + ${failed}::int,
      completed_at = CASE WHEN b.successful_count + b.failed_count + 1 = b.total_documents THEN now() END,
      expires_at = CASE WHEN b.successful_count + b.failed_count + 1 = b.total_documents
        THEN now() + make_interval(days => coalesce(rule.retention_days, ${keepDays}::int)) END
    FROM ended LEFT JOIN rule ON true WHERE b.id = ended.batch_id
    RETURNING b.id, b.account_id, b.callback_url, b.position_id, b.completed_at IS NOT NULL AS completed, ended.id AS application_id`;

/** Waiting callers are notified when the batch is complete, event streams of the entry too. `status`: of the entry as an application. */
function notifyEnd(tx: Tx, batch: CountedBatch, status: "evaluating" | "failed"): CountedBatch {
  const { id, account_id, position_id, application_id, completed } = batch;
  if (completed) notify(tx, CHANGED, id);
  notifyAccount(tx, account_id, { kind: "batch", id, status: completed ? "completed" : "processing", position_id });
  if (position_id !== null) notifyAccount(tx, account_id, { kind: "application", id: application_id, status, position_id });
  return batch;
}

/**
 * Deletes the jobs of a position with their entries; gives these. Takes its locks in the order that workers take them: entries
 * before jobs.
 */
export async function deleteJobsOf(tx: Tx, accountId: string, positionId: string): Promise<{ id: string; blobKey: string | null }[]> {
  const { rows } = await sql<{ id: string; blobKey: string | null }>`
    SELECT e.id, e.blob_key AS "blobKey" FROM batch_entries e JOIN batches b ON b.id = e.batch_id
    WHERE b.position_id = ${positionId} AND b.account_id = ${accountId} ORDER BY e.id FOR UPDATE OF e`.execute(tx);
  await sql`DELETE FROM batches WHERE position_id = ${positionId} AND account_id = ${accountId}`.execute(tx);
  return rows;
}

const summaryOf = ({ application_name, email, phone, warnings }: ResumeResult): ResumeSummary => ({
  application_name,
  email,
  phone,
  warnings,
});
