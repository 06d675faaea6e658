/**
 * Runs a job with its handler: start, work, then the outcome and the end of the job in one transaction. While the database is away or full,
 * that transaction is tried again: the work is done, and the worker that did it lives.
 */
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { Log } from "#platform/log.ts";
import { inAccount } from "#platform/postgres/account-scope.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { whenReachable } from "#platform/postgres/when-reachable.ts";
import { LateResult } from "./attempt-columns.ts";
import type { Afterwards, Handler, Outcome, Started } from "./handler.ts";
import type { Queue } from "./queue.ts";
import { STOPPING, type TakenJob } from "./taken-job.ts";

export type RunDeps = { db: Db; queue: Queue; log: Log };
/** A job whose work has begun: it is run, or given back. Either ends what the start began besides the database. */
export type StartedJob<N extends JobName> = {
  /** Rejects when the job has to go back to the queue. */
  run(job: TakenJob<N>): Promise<void>;
  /** `undo`: false when the start's transaction was rolled back. */
  giveBack(undo: boolean): Promise<void>;
};
/** Starts the work of a job. */
export type RunJob<N extends JobName> = (db: Db | Tx, payload: JobPayload<N>) => Promise<StartedJob<N>>;

export function runnerOf<N extends JobName, Work extends Started, Failure>(deps: RunDeps, handler: Handler<N, Work, Failure>): RunJob<N> {
  return async (db, payload) => {
    const work = await handler.start(db, payload);
    if (work === null) return { run: (job) => transaction(deps.db, (tx) => job.complete(tx)), giveBack: async () => undefined };
    return {
      async run(job) {
        await using _ends = endingOf(work);
        await run(deps, handler, job, work);
      },
      async giveBack(undo) {
        await using _ends = endingOf(work);
        if (undo) await handler.release?.(work);
      },
    };
  };
}

const endingOf = (work: Started): AsyncDisposable => ({ [Symbol.asyncDispose]: async () => work[Symbol.asyncDispose]?.() });

async function run<N extends JobName, Work extends Started, Failure>(
  deps: RunDeps,
  handler: Handler<N, Work, Failure>,
  job: TakenJob<N>,
  work: Work,
): Promise<void> {
  const outcome = await outcomeOf(handler, work, job);
  try {
    const afterwards = await whenReachable(() => settle(deps, handler, job, work, outcome), { log: deps.log, signal: job.signal });
    await afterwards?.();
  } catch (error) {
    if (error === STOPPING) await handler.release?.(work);
    if (!(error instanceof LateResult)) throw error;
    await transaction(deps.db, (tx) => job.complete(tx));
    await handler.discard?.(work);
  }
}

async function outcomeOf<N extends JobName, Work extends Started, Failure>(
  handler: Handler<N, Work, Failure>,
  work: Work,
  { signal, aside }: TakenJob<N>,
): Promise<Outcome<Failure>> {
  try {
    return await inAccount(work.accountId, () => handler.work(work, { signal, aside }));
  } catch (error) {
    if (error === STOPPING) await handler.release?.(work);
    throw error;
  }
}

async function settle<N extends JobName, Work extends Started, Failure>(
  { db, queue }: RunDeps,
  handler: Handler<N, Work, Failure>,
  job: TakenJob<N>,
  work: Work,
  outcome: Outcome<Failure>,
): Promise<Afterwards | null> {
  const retry = async (tx: Tx, failure: Failure, afterSeconds: number): Promise<null> => {
    const priority = await handler.retry(tx, work, failure, afterSeconds);
    await queue.send(tx, handler.name, job.payload, { accountId: work.accountId, afterSeconds, priority });
    return null;
  };
  const write = (tx: Tx): Promise<Afterwards | null> => {
    if (outcome.kind === "done") return outcome.write(tx);
    if (outcome.kind === "give_up") return handler.giveUp(tx, work, outcome.failure);
    return retry(tx, outcome.failure, outcome.afterSeconds);
  };
  return transaction(db, async (tx) => {
    const afterwards = await write(tx);
    await job.complete(tx);
    return afterwards;
  });
}
