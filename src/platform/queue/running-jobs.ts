/**
 * The jobs that a consumer has taken: runs each, sends heartbeats for its claim, and returns it to the queue when it ends without an
 * outcome.
 */
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { Log } from "#platform/log.ts";
import { type Db, executor } from "#platform/postgres/db.ts";
import { SpanKind, traced } from "#platform/tracing.ts";
import { type Queue, traceOf } from "./queue.ts";
import type { RunJob, StartedJob } from "./run-job.ts";
import { type JobClaim, LapsedClaim, STOPPING, type TakenJob } from "./taken-job.ts";

/** One of them may be lost before the claim is (contract/jobs.ts). */
const HEARTBEAT_MS = 4_000;
/** Jobs in `aside` per slot; bounded because each keeps its document in memory. */
const ASIDE_PER_SLOT = 6;

/** A job that was taken; `started` null: its work is still to be started. */
export type TakenStart<N extends JobName> = { claim: JobClaim; payload: JobPayload<N>; started: StartedJob<N> | null };

export type RunOptions<N extends JobName> = {
  name: N;
  /** Concurrent jobs; asked before each fetch. */
  slots: () => number;
  /** What it starts has to call `complete` once when it is run. A rejection returns the job to the queue. */
  begin: RunJob<N>;
  /** Reports which claims this process holds, so that a supervisor can release them when it dies. */
  onClaim?: (name: N, claim: JobClaim) => void;
  onSettle?: (name: N, claim: JobClaim) => void;
};

/** pg-boss returns how many jobs it settled, but its types omit the shape. */
const settled = (answer: object): boolean => "affected" in answer && answer.affected === 1;

export class RunningJobs<N extends JobName> {
  readonly #db: Db;
  readonly #queue: Queue;
  readonly #log: Log;
  readonly #options: RunOptions<N>;
  readonly #onFree: () => void;
  /** By claim: a job whose claim lapsed may be taken again while its first run goes on. */
  readonly #running = new Map<JobClaim, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS);
  #aside = 0;

  /** `onFree` is called when a slot becomes free. */
  constructor({ db, queue, log }: { db: Db; queue: Queue; log: Log }, options: RunOptions<N>, onFree: () => void) {
    this.#db = db;
    this.#queue = queue;
    this.#log = log;
    this.#options = options;
    this.#onFree = onFree;
  }

  /** Jobs that take a slot. */
  get busy(): number {
    return this.#running.size - Math.min(this.#aside, this.#options.slots() * ASIDE_PER_SLOT);
  }

  start({ claim, payload, started }: TakenStart<N>): void {
    const { name, onClaim, onSettle } = this.#options;
    onClaim?.(name, claim);
    const done = this.#run(claim, payload, started).finally(() => {
      this.#running.delete(claim);
      onSettle?.(name, claim);
      this.#onFree();
    });
    this.#running.set(claim, done);
  }

  /** Running jobs may finish within `graceMs`, then are aborted. Resolves when none is left. */
  async drain(graceMs: number): Promise<void> {
    const grace = setTimeout(() => this.#stopping.abort(STOPPING), graceMs);
    await Promise.all(this.#running.values());
    clearTimeout(grace);
    clearInterval(this.#heartbeat);
  }

  async giveBack(claim: JobClaim, started: StartedJob<N> | null = null): Promise<void> {
    await started?.giveBack(true).catch((error: unknown) => this.#log.warn({ err: error }, "the start of a job could not be undone"));
    const late = (error: unknown) => this.#log.warn({ err: error }, "the job could not be given back; its heartbeat will end");
    await this.#queue.boss.fail(this.#options.name, claim).catch(late);
  }

  async #run(claim: JobClaim, payload: JobPayload<N>, started: StartedJob<N> | null): Promise<void> {
    const { name, begin } = this.#options;
    const as = { kind: SpanKind.CONSUMER, parent: traceOf(payload), attributes: { "messaging.message.id": claim.id } };
    try {
      await traced(name, as, async () => (started ?? (await begin(this.#db, payload))).run(this.#taken(claim, payload)));
    } catch (error) {
      if (error instanceof LapsedClaim) this.#log.warn({ job: name, jobId: claim.id }, "a late result was refused");
      else if (error !== STOPPING)
        this.#log.error({ err: error, job: name, jobId: claim.id }, "a job ended without an outcome and goes back to the queue");
      await this.giveBack(claim);
    }
  }

  #taken(claim: JobClaim, payload: JobPayload<N>): TakenJob<N> {
    return {
      payload,
      signal: this.#stopping.signal,
      aside: (work) => this.#besideTheSlots(work),
      complete: async (tx) => {
        const answer = await this.#queue.boss.complete(this.#options.name, claim, undefined, { db: executor(tx) });
        if (!settled(answer)) throw new LapsedClaim();
      },
    };
  }

  async #besideTheSlots<T>(work: () => Promise<T>): Promise<T> {
    this.#aside++;
    this.#onFree();
    try {
      return await work();
    } finally {
      this.#aside--;
    }
  }

  async #beat(): Promise<void> {
    const claims = [...this.#running.keys()];
    if (claims.length === 0) return;
    const failed = (error: unknown) => this.#log.warn({ err: error }, "a heartbeat failed");
    await this.#queue.boss.touch(this.#options.name, claims).catch(failed);
  }
}
