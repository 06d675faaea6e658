/** How an attempt ends: result, failure, retry or release; each in one transaction with the webhook and the job. */
import type { TaskErrorRecord, TaskRecord } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Log } from "#platform/log.ts";
import type { WorkMetrics } from "#platform/metrics/work-metrics.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { type AttemptEnd, pauseBeforeRetry } from "#platform/queue/attempt.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { STOPPING, type TakenJob } from "#platform/queue/taken-job.ts";
import { announce } from "#webhooks/announce.ts";
import type { StageKeeper } from "./stage-keeper.ts";
import { clearBlobKey } from "./task-deletion.store.ts";
import { recordOf } from "./task-record.ts";
import { findTask } from "./task-rows.store.ts";
import {
  type ChangedTask,
  type Completion,
  completeTask,
  failTask,
  releaseAttempt,
  type StartedTask,
  scheduleRetry,
} from "./tasks.store.ts";

export type FinishDeps = {
  db: Db;
  queue: Queue;
  blobs: Blobs;
  log: Log;
  metrics: WorkMetrics;
  publicUrl: string;
  retentionDays: number;
};

/** Writes the outcome of an attempt. Rejects when the job has to go back to the queue. */
export async function finishAttempt(
  deps: FinishDeps,
  job: TakenJob<"process-extraction">,
  task: StartedTask,
  stage: StageKeeper,
  end: AttemptEnd<Completion>,
  usage: TaskRecord["usage"],
): Promise<void> {
  if (end === "stopping") {
    await releaseAttempt(deps.db, task);
    throw STOPPING;
  }
  if (end instanceof TaskFailure) await settleFailure(deps, job, task, end, stage, usage);
  else if (await settle(deps, job, (tx) => completeTask(tx, task, end, keepDays(deps, task)), true))
    deps.metrics.tasksEnded.inc({ status: "completed", code: "none" });
}

async function settleFailure(
  deps: FinishDeps,
  job: TakenJob<"process-extraction">,
  task: StartedTask,
  failure: TaskFailure,
  stage: StageKeeper,
  usage: TaskRecord["usage"],
): Promise<void> {
  const error: TaskErrorRecord = { code: failure.code, message: failure.publicMessage, retryable: failure.retryable, stage: stage.current };
  const outcome = { error, usage, waits: failure.waits };
  const pause = pauseBeforeRetry(failure, task, task.deadline);
  if (pause === null) {
    if (await settle(deps, job, (tx) => failTask(tx, task, outcome, keepDays(deps, task)), true))
      deps.metrics.tasksEnded.inc({ status: "failed", code: failure.code });
    return;
  }
  const retry = async (tx: Tx) => {
    const waiting = await scheduleRetry(tx, task, outcome, pause);
    if (waiting) await deps.queue.send(tx, "process-extraction", { taskId: task.id }, { accountId: task.account_id, afterSeconds: pause });
    return waiting;
  };
  if (await settle(deps, job, retry, false)) deps.metrics.retries.inc({ code: failure.code });
}

/** Writes, announces and completes the job together. False: a void outcome (cancelled, overdue, taken over) only completed the job. */
async function settle(
  deps: FinishDeps,
  job: TakenJob<"process-extraction">,
  write: (tx: Tx) => Promise<ChangedTask | null>,
  isEnd: boolean,
): Promise<boolean> {
  const written = await transaction(deps.db, async (tx) => {
    const changed = await write(tx);
    if (changed && isEnd) await announceOutcome(tx, deps, changed);
    await job.complete(tx);
    return changed;
  });
  if (written && isEnd) await forgetDocument(deps, written);
  return written !== null;
}

/** The webhook of a finished task, if one was asked for. */
export async function announceOutcome(tx: Tx, deps: Pick<FinishDeps, "queue" | "publicUrl">, task: ChangedTask): Promise<void> {
  if (task.callback_url === null) return;
  const row = await findTask(tx, task.account_id, task.id);
  if (!row) return;
  const record = recordOf(row, { queuePosition: null, delivery: null });
  await announce(tx, deps.queue, {
    accountId: task.account_id,
    about: { taskId: row.id },
    url: task.callback_url,
    type: row.state === "completed" ? "extraction.completed" : "extraction.failed",
    timestamp: record.completed_at ?? record.created_at,
    data: shorterAndShorter(record, deps.publicUrl),
  });
}

/** Over the limit of a payload the record goes without `fields`, then without `data` and `warnings`, and says where the whole is. */
function* shorterAndShorter(record: TaskRecord, publicUrl: string): Generator<object> {
  yield record;
  const { fields: _, ...rest } = record;
  const withUrl = { ...rest, result_url: `${publicUrl}/api/extractor/v1/tasks/${record.task_id}` };
  yield withUrl;
  const { data: _data, warnings: _warnings, ...small } = withUrl;
  yield small;
}

/** Whole days that the record is kept; a document with `retention_days: 0` goes at once, its result after the server's time. */
export function keepDays(deps: Pick<FinishDeps, "retentionDays">, task: Pick<StartedTask, "request">): number {
  return Math.max(1, task.request.retentionDays || deps.retentionDays);
}

/** Of an ended task that asked for it, by itself or through the server's setting. */
export async function forgetDocument(deps: Pick<FinishDeps, "db" | "blobs" | "retentionDays">, task: ChangedTask): Promise<void> {
  if ((task.retentionDays ?? deps.retentionDays) > 0 || task.blobKey === null) return;
  await deps.blobs.delete(task.blobKey);
  await clearBlobKey(deps.db, task.id);
}
