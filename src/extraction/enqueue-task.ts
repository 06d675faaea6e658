/**
 * Stores accepted tasks, each with its job and its idempotent response. Tasks of one account that arrive during a commit are committed
 * together, because a commit costs the database as much for sixteen tasks as for one.
 */
import pg from "pg";
import { ApiError } from "#contract/errors.ts";
import { openBatcher } from "#platform/batcher.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { admitWork, hasRoom } from "#platform/queue/admission.ts";
import { BACKLOG_MAX, priorityOf } from "#platform/queue/priority.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { countUnfinished } from "./task-rows.store.ts";
import { insertTasks, type NewTask } from "./tasks.store.ts";

export type Accepted = {
  task: NewTask;
  /** The trace that the task's work belongs to. */
  trace: string | undefined;
  /** Runs in the same transaction. */
  keepAnswer(tx: Tx): Promise<void>;
};
/** Resolves when the task is committed. Throws ApiError `queue_full`. */
export type EnqueueTask = (accountId: string, accepted: Accepted) => Promise<void>;

/** Bounded, because each number of rows is a separate prepared statement. */
const BATCH_MAX = 16;

export function openEnqueueTask({ db, queue, queueMax }: { db: Db; queue: Queue; queueMax: number }): EnqueueTask {
  const batch = openBatcher<Accepted, PromiseSettledResult<void>>(BATCH_MAX);

  const commit = (accountId: string, all: readonly Accepted[]): Promise<void> =>
    transaction(db, async (tx) => {
      const tasks = all.map(({ task }) => task);
      const backlog = await insertTasks(tx, accountId, tasks, BACKLOG_MAX);
      if (!hasRoom(backlog + all.length, queueMax)) {
        const full = { kind: "tasks", accountId, max: queueMax, adding: all.length } as const;
        await admitWork(tx, full, (max) => countUnfinished(tx, accountId, max));
      }
      const jobs = all.map(({ task: { id, request }, trace }, i) => ({
        payload: { taskId: id, run: 1 },
        priority: priorityOf(backlog + i, request.priority),
        trace,
      }));
      await queue.sendAll(tx, "process-extraction", jobs, accountId);
      for (const { keepAnswer } of all) await keepAnswer(tx);
    });

  const settle = async (accountId: string, all: readonly Accepted[]): Promise<PromiseSettledResult<void>[]> => {
    const [whole] = await Promise.allSettled([commit(accountId, all)]);
    if (all.length === 1 || whole.status === "fulfilled" || !isOfOne(whole.reason)) return all.map(() => whole);
    return Promise.allSettled(all.map((one) => commit(accountId, [one])));
  };

  return async (accountId, accepted) => {
    const outcome = await batch(accountId, accepted, (all) => settle(accountId, all));
    if (outcome.status === "rejected") throw outcome.reason;
  };
}

/**
 * Whether one task of a batch may be the cause of a failure: the queue has no room for all, or PostgreSQL rejects a value (SQLSTATE classes
 * 22 and 23).
 */
function isOfOne(error: unknown): boolean {
  return error instanceof ApiError || (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ""));
}
