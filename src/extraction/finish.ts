/** How an attempt ends: result, failure, retry or release; each in one transaction with the webhook and the job. */
import type { TaskErrorRecord } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Blobs } from "#platform/blobs.ts";
import type { Log } from "#platform/log.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { STOPPING, type TakenJob } from "#platform/queue/consumer.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { announce } from "#webhooks/announce.ts";
import type { StageKeeper } from "./stage-keeper.ts";
import { recordOf } from "./task-record.ts";
import { findTask } from "./task-rows.store.ts";
import {
  type ChangedTask,
  type Completion,
  clearBlobKey,
  completeTask,
  failTask,
  releaseAttempt,
  type StartedTask,
  scheduleRetry,
} from "./tasks.store.ts";

export type FinishDeps = { db: Db; queue: Queue; blobs: Blobs; log: Log; publicUrl: string; retentionDays: number };

const ATTEMPTS_MAX = 4;
/** Pause before attempt 2, doubling: 2, 4, 8 s, times 0.5 to 1.5. */
const RETRY_SECONDS = 2;

/** Runs `work` and writes its outcome. Rejects when the job has to go back to the queue. */
export async function finishAttempt(
  deps: FinishDeps,
  job: TakenJob<"process-extraction">,
  task: StartedTask,
  stage: StageKeeper,
  signal: AbortSignal,
  work: () => Promise<Completion>,
): Promise<void> {
  const outcome = await outcomeOf(work, signal, deps.log, task.id);
  if (outcome === "stopping") {
    await releaseAttempt(deps.db, task);
    throw STOPPING;
  }
  if (outcome instanceof TaskFailure) await settleFailure(deps, job, task, outcome, stage);
  else await settle(deps, job, (tx) => completeTask(tx, task, outcome, keepDays(deps, task)), true);
}

/** The deadline and a cancellation also abort `signal`; a cancelled task is finished by now, so that its failure is written nowhere. */
async function outcomeOf(
  work: () => Promise<Completion>,
  signal: AbortSignal,
  log: Log,
  taskId: string,
): Promise<Completion | TaskFailure | "stopping"> {
  try {
    const done = await work();
    signal.throwIfAborted();
    return done;
  } catch (error) {
    if (signal.aborted) return signal.reason === STOPPING ? "stopping" : new TaskFailure("deadline_exceeded");
    if (error instanceof TaskFailure && error.code !== "internal") return error;
    log.error({ err: error, taskId }, "a task failed");
    return error instanceof TaskFailure ? error : new TaskFailure("internal", { cause: error });
  }
}

async function settleFailure(
  deps: FinishDeps,
  job: TakenJob<"process-extraction">,
  task: StartedTask,
  failure: TaskFailure,
  stage: StageKeeper,
): Promise<void> {
  const error: TaskErrorRecord = { code: failure.code, message: failure.publicMessage, retryable: failure.retryable, stage: stage.current };
  const pause = Math.max(failure.retryAfterSeconds ?? 0, RETRY_SECONDS * 2 ** (task.attempts - 1) * (0.5 + Math.random()));
  const again = failure.retryable && task.attempts < ATTEMPTS_MAX && Date.now() + pause * 1000 < task.deadline_at.getTime();
  if (!again) return settle(deps, job, (tx) => failTask(tx, task, error, keepDays(deps, task)), true);
  const retry = async (tx: Tx) => {
    const waiting = await scheduleRetry(tx, task, error, pause);
    if (waiting) await deps.queue.send(tx, "process-extraction", { taskId: task.id }, { accountId: task.account_id, afterSeconds: pause });
    return waiting;
  };
  return settle(deps, job, retry, false);
}

/** Writes, announces and completes the job together. A void outcome (cancelled, overdue, taken over) only completes the job. */
async function settle(
  deps: FinishDeps,
  job: TakenJob<"process-extraction">,
  write: (tx: Tx) => Promise<ChangedTask | null>,
  isEnd: boolean,
): Promise<void> {
  const ended = await transaction(deps.db, async (tx) => {
    const changed = await write(tx);
    if (changed && isEnd) await announceOutcome(tx, deps, changed);
    await job.complete(tx);
    return isEnd ? changed : null;
  });
  if (ended) await forgetDocument(deps, ended);
}

/** The webhook of a finished task, if one was asked for. */
export async function announceOutcome(tx: Tx, deps: Pick<FinishDeps, "queue" | "publicUrl">, task: ChangedTask): Promise<void> {
  if (task.callback_url === null) return;
  const row = await findTask(tx, task.account_id, task.id);
  if (!row) return;
  await announce(tx, deps.queue, {
    accountId: task.account_id,
    url: task.callback_url,
    type: row.state === "completed" ? "extraction.completed" : "extraction.failed",
    record: recordOf(row, { queuePosition: null, delivery: null }),
    publicUrl: deps.publicUrl,
  });
}

/** Whole days that the record is kept; a document with `retention_days: 0` goes at once, its result after the server's time. */
export function keepDays(deps: Pick<FinishDeps, "retentionDays">, task: Pick<StartedTask, "request">): number {
  return Math.max(1, task.request.retentionDays || deps.retentionDays);
}

/** Of an ended task that asked for it, by itself or through the server's setting. */
export async function forgetDocument(deps: Pick<FinishDeps, "db" | "blobs" | "retentionDays">, task: ChangedTask): Promise<void> {
  if ((task.retentionDays ?? deps.retentionDays) > 0) return;
  await deps.blobs.delete(`${task.account_id}/${task.id}`);
  await clearBlobKey(deps.db, task.id);
}
