/**
 * Takes jobs of one name from the queue and runs them, `slots` at a time.
 * One fetch fills all free slots, however many notices arrive: pg-boss's own workers each fetch at every notice,
 * which at 20 slots is 20 queries per submitted task (docs/decisions/0002-one-fetch-for-all-slots.md).
 */
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { Log } from "#platform/log.ts";
import { type Db, executor, type Tx } from "#platform/postgres/db.ts";
import { SpanKind, traced } from "#platform/tracing.ts";
import { fetchUpTo } from "./fetch-jobs.ts";
import { type Queue, traceOf } from "./queue.ts";

const HEARTBEAT_MS = 3_000;
/** Finds jobs whose notice was lost and those whose time has come. */
const POLL_MS = 1_000;
/** A busy process fetches for several slots at once rather than for each: milliseconds between fetches with less than half of the slots taken, and with more. */
const FETCH_PAUSE_MS = { free: 5, busyPerSlot: 6, busy: 60 };
/** Jobs that wait aside, per slot: each keeps its document in memory. */
const ASIDE_PER_SLOT = 6;
/** So that one process does not take what another could start at once. */
const FETCH_MAX = 4;

/** A claim on a job. `retryCount` names the attempt: a claim that has lapsed settles nothing. */
export type Claim = { id: string; retryCount: number };

export type TakenJob<N extends JobName> = {
  payload: JobPayload<N>;
  /** Aborted with STOPPING when the process shuts down. */
  signal: AbortSignal;
  /** Runs work that waits for somebody else's server: until it ends, this job does not take one of the slots. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Settles the job inside the handler's own transaction. Throws LapsedClaim when another worker has it by now. */
  complete(tx: Tx): Promise<void>;
};

export const STOPPING = new Error("the worker is stopping");
export class LapsedClaim extends Error {
  constructor() {
    super("the claim on this job has lapsed; its result is refused");
    this.name = "LapsedClaim";
  }
}

export type Consumer = {
  /** Takes no more jobs; running ones get `graceMs`, then are aborted and given back. */
  stop(graceMs: number): Promise<void>;
};

/** pg-boss answers how many jobs it settled; its types leave the answer's shape out. */
const settled = (answer: object): boolean => "affected" in answer && answer.affected === 1;

export type ConsumerOptions<N extends JobName> = {
  name: N;
  /** Jobs at a time; asked before each fetch. */
  slots: () => number;
  /** Least time between two fetches, ms; asked before each. */
  pauseMs: () => number;
  /** Has to call `complete`, once. A rejection gives the job back to the queue. */
  handle(job: TakenJob<N>): Promise<void>;
  /** Tells which claims this process holds, so that a supervisor can release them when it dies. */
  onClaim?: (name: N, claim: Claim) => void;
  onSettle?: (name: N, claim: Claim) => void;
};

export type ConsumerDeps = {
  db: Db;
  queue: Queue;
  log: Log;
  /** Jobs of one name that all processes together run for one account at a time; null: as many as there are slots. */
  accountConcurrency: number | null;
};

export function consume<N extends JobName>(deps: ConsumerDeps, options: ConsumerOptions<N>): Consumer {
  const { boss } = deps.queue;
  const running = new Map<string, { claim: Claim; done: Promise<void> }>();
  let aside = 0;
  const busy = () => running.size - Math.min(aside, options.slots() * ASIDE_PER_SLOT);
  const stopping = new AbortController();
  let accepting = true;
  let timer: NodeJS.Timeout | undefined;
  let asked = false;
  /** Whether jobs may wait for a slot: the last fetch was cut by their number. Else a freed slot has nothing to take; notices tell of new jobs. */
  let backlog = true;
  let lastFetch = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> = Promise.resolve();

  /** Asks for a fetch: at once when the last one is long enough ago, else a moment later, together with all who ask until then. */
  const wake = (): void => {
    asked = true;
    if (timer !== undefined || !accepting) return;
    const slots = options.slots();
    const { free, busyPerSlot, busy: busyMost } = FETCH_PAUSE_MS;
    const usual = busy() * 2 > slots ? Math.min(busyMost, slots * busyPerSlot) : free;
    const pause = Math.max(usual, options.pauseMs());
    timer = setTimeout(
      () => {
        fetching = fetchJobs();
      },
      Math.max(0, lastFetch + pause - performance.now()),
    );
  };

  const fetchJobs = async (): Promise<void> => {
    try {
      const free = Math.max(0, Math.min(options.slots() - busy(), FETCH_MAX));
      lastFetch = performance.now();
      asked = false;
      const jobs = free > 0 ? await fetchUpTo<N>(deps, options.name, free) : [];
      // With a number per account less may come than there is: another job of this fetch may have been one too many.
      backlog = jobs.length === free || deps.accountConcurrency !== null;
      for (const { id, retryCount, data } of jobs)
        if (accepting) start({ id, retryCount }, data);
        else await giveBack({ id, retryCount });
      timer = undefined;
      if (asked || (jobs.length > 0 && backlog)) wake();
    } catch (error) {
      timer = undefined;
      deps.log.error({ err: error, job: options.name }, "jobs could not be fetched");
    }
  };

  const start = (claim: Claim, payload: JobPayload<N>): void => {
    options.onClaim?.(options.name, claim);
    const done = run(claim, payload).finally(() => {
      running.delete(claim.id);
      options.onSettle?.(options.name, claim);
      if (backlog) wake();
    });
    running.set(claim.id, { claim, done });
  };

  const run = async (claim: Claim, payload: JobPayload<N>): Promise<void> => {
    const as = { kind: SpanKind.CONSUMER, parent: traceOf(payload), attributes: { "messaging.message.id": claim.id } };
    const work: ConsumerOptions<N>["handle"] = (job) => traced(options.name, as, () => options.handle(job));
    try {
      await work({
        payload,
        signal: stopping.signal,
        async aside(work) {
          aside++;
          if (backlog) wake();
          try {
            return await work();
          } finally {
            aside--;
          }
        },
        complete: async (tx) => {
          if (!settled(await boss.complete(options.name, claim, undefined, { db: executor(tx) }))) throw new LapsedClaim();
        },
      });
    } catch (error) {
      if (error instanceof LapsedClaim) deps.log.warn({ job: options.name, jobId: claim.id }, "a late result was refused");
      else if (error !== STOPPING)
        deps.log.error({ err: error, job: options.name, jobId: claim.id }, "a job ended without an outcome and goes back to the queue");
      await giveBack(claim);
    }
  };

  const giveBack = async (claim: Claim): Promise<void> => {
    const late = (error: unknown) => deps.log.warn({ err: error }, "the job could not be given back; its heartbeat will end");
    await boss.fail(options.name, claim).catch(late);
  };

  const beat = async (): Promise<void> => {
    const claims = [...running.values()].map((entry) => entry.claim);
    if (claims.length === 0) return;
    await boss.touch(options.name, claims).catch((error: unknown) => deps.log.warn({ err: error }, "a heartbeat failed"));
  };

  const ends = deps.queue.onJob((name) => {
    if (name === null || name === options.name) wake();
  });
  const poll = setInterval(wake, POLL_MS);
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
  wake();

  return {
    async stop(graceMs) {
      accepting = false;
      ends();
      clearInterval(poll);
      clearTimeout(timer);
      await fetching;
      const all = () => Promise.all([...running.values()].map((entry) => entry.done));
      const grace = setTimeout(() => stopping.abort(STOPPING), graceMs);
      await all();
      clearTimeout(grace);
      clearInterval(heartbeat);
    },
  };
}
