/** How an attempt ends: result, failure, retry or release; each in one transaction with the webhook and the job. */
import type { TaskErrorRecord } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Blobs } from "#platform/blobs.ts";
import { STOPPING, type TakenJob } from "#platform/consumer.ts";
import type { Db, Tx } from "#platform/db.ts";
import type { Log } from "#platform/log.ts";
import type { Queue } from "#platform/queue.ts";
import { announce } from "#webhooks/announce.ts";
import type { StageKeeper } from "./stage-keeper.ts";
import { recordOf } from "./task-record.ts";
import type { TaskRow } from "./task-rows.store.ts";
import { type Completion, clearBlobKey, completeTask, failTask, releaseAttempt, scheduleRetry } from "./tasks.store.ts";

export type FinishDeps = { db: Db; queue: Queue; blobs: Blobs; log: Log; publicUrl: string; retentionDays: number };

const ATTEMPTS_MAX = 4;
/** Pause before attempt 2, doubling: 2, 4, 8 s, times 0.5 to 1.5. */
const RETRY_SECONDS = 2;

/** Runs `work` and writes its outcome. Rejects only when the job has to go back to the queue. */
export async function finishAttempt(
  deps: FinishDeps,
  job: TakenJob<"process-extraction">,
  row: TaskRow,
  stage: StageKeeper,
  signal: AbortSignal,
  work: () => Promise<Completion>,
): Promise<void> {
  const settle = (write: (tx: Tx) => Promise<TaskRow | null>) => settleAttempt(deps, job, write);
  try {
    const done = await work();
    signal.throwIfAborted();
    await settle((tx) => completeTask(tx, row, done, keepDays(deps, row)));
  } catch (error) {
    if (signal.aborted && signal.reason === STOPPING) {
      await releaseAttempt(deps.db, row);
      throw STOPPING;
    }
    const failure = signal.aborted ? new TaskFailure("deadline_exceeded") : failureOf(error, deps.log, row.id);
    const record: TaskErrorRecord = {
      code: failure.code,
      message: failure.publicMessage,
      retryable: failure.retryable,
      stage: stage.current,
    };
    const pause = Math.max(failure.retryAfterSeconds ?? 0, RETRY_SECONDS * 2 ** (row.attempts - 1) * (0.5 + Math.random()));
    const again = failure.retryable && row.attempts < ATTEMPTS_MAX && Date.now() + pause * 1000 < row.deadline_at.getTime();
    await settle(async (tx) => {
      if (!again) return failTask(tx, row, record, keepDays(deps, row));
      const waiting = await scheduleRetry(tx, row, record, pause);
      if (waiting) await deps.queue.send(tx, "process-extraction", { taskId: row.id }, { accountId: row.account_id, afterSeconds: pause });
      return waiting;
    });
  }
  if (row.request.retentionDays === 0) await forgetDocument(deps, row);
}

/** Writes, announces and completes the job together. A void outcome (cancelled, overdue, taken over) only completes the job. */
async function settleAttempt(
  deps: FinishDeps,
  job: TakenJob<"process-extraction">,
  write: (tx: Tx) => Promise<TaskRow | null>,
): Promise<void> {
  await deps.queue.transaction(async (tx) => {
    const changed = await write(tx);
    if (changed && changed.finished_at !== null) await announceOutcome(tx, deps, changed);
    await job.complete(tx);
  });
}

/** The webhook of a finished task, if one was asked for. */
export async function announceOutcome(tx: Tx, deps: Pick<FinishDeps, "queue" | "publicUrl">, row: TaskRow): Promise<void> {
  if (row.callback_url === null) return;
  await announce(tx, deps.queue, {
    accountId: row.account_id,
    url: row.callback_url,
    type: row.state === "completed" ? "extraction.completed" : "extraction.failed",
    record: recordOf(row, { queuePosition: null, delivery: null }),
    publicUrl: deps.publicUrl,
  });
}

/** Whole days that the record is kept; a document with `retention_days: 0` goes at once, its result after the server's time. */
export function keepDays(deps: Pick<FinishDeps, "retentionDays">, row: Pick<TaskRow, "request">): number {
  return Math.max(1, row.request.retentionDays || deps.retentionDays);
}

async function forgetDocument(deps: FinishDeps, row: TaskRow): Promise<void> {
  await deps.blobs.delete(`${row.account_id}/${row.id}`);
  await clearBlobKey(deps.db, row.id);
}

function failureOf(error: unknown, log: Log, taskId: string): TaskFailure {
  if (error instanceof TaskFailure) {
    if (error.code === "internal") log.error({ err: error, taskId }, "a task failed");
    return error;
  }
  log.error({ err: error, taskId }, "a task failed unexpectedly");
  return new TaskFailure("internal", { cause: error });
}
