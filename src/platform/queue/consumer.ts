/**
 * Takes jobs of one name from the queue and has them run, `slots` at a time.
 * One fetch fills all free slots, however many notices arrive: pg-boss's own workers each fetch at every notice,
 * which at 20 slots is 20 queries per submitted task (docs/decisions/0002-one-fetch-for-all-slots.md).
 */
import assert from "node:assert/strict";
import type { Job } from "pg-boss";
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { Log } from "#platform/log.ts";
import type { Db } from "#platform/postgres/db.ts";
import { fetchUpTo } from "./fetch-jobs.ts";
import type { Queue } from "./queue.ts";
import { RunningJobs, type RunOptions } from "./running-jobs.ts";

/** Finds jobs whose notice was lost and those whose time has come. */
const POLL_MS = 1_000;
/** A busy process fetches for several slots at once rather than for each: milliseconds between fetches with less than half of the slots taken, and with more. */
const FETCH_PAUSE_MS = { free: 5, busyPerSlot: 6, busy: 60 };
/** So that one process does not take what another could start at once. */
const FETCH_MAX = 4;

export type ConsumerOptions<N extends JobName> = RunOptions<N> & {
  /** Least time between two fetches, ms; asked before each. */
  pauseMs: () => number;
};

export type ConsumerDeps = {
  db: Db;
  queue: Queue;
  log: Log;
  /** Jobs of one name that all processes together run for one account at a time; null: as many as there are slots. */
  accountConcurrency: number | null;
};

type Mode =
  /** Made, but not listening yet. */
  | { name: "starting" }
  /** No fetch is planned. A notice, the poll or a free slot plans one. */
  | { name: "waiting" }
  /** A fetch is planned for when the pause since the last one is over. Whoever else asks for one meanwhile is served by it. */
  | { name: "planned"; timer: NodeJS.Timeout }
  /** A fetch is under way. `again`: somebody asked for another meanwhile. */
  | { name: "fetching"; again: boolean; ended: Promise<void> }
  /** Takes no more jobs. Those that run may end, then are aborted and given back. */
  | { name: "draining" }
  | { name: "stopped" };

const MOVES: Record<Mode["name"], Mode["name"][]> = {
  starting: ["waiting"],
  waiting: ["planned", "draining"],
  planned: ["fetching", "draining"],
  fetching: ["waiting", "draining"],
  draining: ["stopped"],
  stopped: [],
};

export class Consumer<N extends JobName = JobName> {
  readonly #deps: ConsumerDeps;
  readonly #options: ConsumerOptions<N>;
  readonly #jobs: RunningJobs<N>;
  #mode: Mode = { name: "starting" };
  /** Whether jobs may wait for a slot: the last fetch was cut by their number. Else a freed slot has nothing to take; notices tell of new jobs. */
  #backlog = true;
  #lastFetch = Number.NEGATIVE_INFINITY;
  #endListening: () => void = () => undefined;

  constructor(deps: ConsumerDeps, options: ConsumerOptions<N>) {
    this.#deps = deps;
    this.#options = options;
    this.#jobs = new RunningJobs(deps, options, () => this.#backlog && this.#wake());
  }

  start(): void {
    this.#enter({ name: "waiting" });
    const poll = setInterval(() => this.#wake(), POLL_MS);
    const endNotices = this.#deps.queue.onJob((name) => {
      if (name === null || name === this.#options.name) this.#wake();
    });
    this.#endListening = () => {
      clearInterval(poll);
      endNotices();
    };
    this.#wake();
  }

  /** Takes no more jobs; running ones get `graceMs`, then are aborted and given back. */
  async stop(graceMs: number): Promise<void> {
    const before = this.#mode;
    this.#enter({ name: "draining" });
    this.#endListening();
    if (before.name === "planned") clearTimeout(before.timer);
    if (before.name === "fetching") await before.ended;
    await this.#jobs.drain(graceMs);
    this.#enter({ name: "stopped" });
  }

  #enter(mode: Mode): void {
    assert(MOVES[this.#mode.name].includes(mode.name), `a consumer cannot go from ${this.#mode.name} to ${mode.name}`);
    this.#mode = mode;
  }

  /** Asks for a fetch: at once when the last one is long enough ago, else a moment later, together with all who ask until then. */
  #wake(): void {
    if (this.#mode.name === "fetching") this.#mode.again = true;
    if (this.#mode.name !== "waiting") return;
    const inMs = Math.max(0, this.#lastFetch + this.#pauseMs() - performance.now());
    this.#enter({ name: "planned", timer: setTimeout(() => this.#beginFetch(), inMs) });
  }

  #pauseMs(): number {
    const slots = this.#options.slots();
    const { free, busyPerSlot, busy } = FETCH_PAUSE_MS;
    const usual = this.#jobs.busy * 2 > slots ? Math.min(busy, slots * busyPerSlot) : free;
    return Math.max(usual, this.#options.pauseMs());
  }

  #beginFetch(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#enter({ name: "fetching", again: false, ended: promise });
    void this.#fetch()
      .then((found) => this.#endFetch(found))
      .finally(resolve);
  }

  /** Whether there may be more to take at once. */
  async #fetch(): Promise<"more" | "all" | "failed"> {
    try {
      const free = Math.max(0, Math.min(this.#options.slots() - this.#jobs.busy, FETCH_MAX));
      this.#lastFetch = performance.now();
      const jobs = free > 0 ? await fetchUpTo<N>(this.#deps, this.#options.name, free) : [];
      // With a number per account less may come than there is: another job of this fetch may have been one too many.
      this.#backlog = jobs.length === free || this.#deps.accountConcurrency !== null;
      await this.#take(jobs);
      return jobs.length > 0 && this.#backlog ? "more" : "all";
    } catch (error) {
      this.#deps.log.error({ err: error, job: this.#options.name }, "jobs could not be fetched");
      return "failed";
    }
  }

  /** What comes after the stop began goes back. */
  async #take(jobs: readonly Job<JobPayload<N>>[]): Promise<void> {
    for (const { id, retryCount, data } of jobs)
      if (this.#mode.name === "fetching") this.#jobs.start({ id, retryCount }, data);
      else await this.#jobs.giveBack({ id, retryCount });
  }

  /** After a failure the poll asks again, so that a database that is away is not asked without pause. */
  #endFetch(found: "more" | "all" | "failed"): void {
    if (this.#mode.name !== "fetching") return;
    const { again } = this.#mode;
    this.#enter({ name: "waiting" });
    if (found === "more" || (found === "all" && again)) this.#wake();
  }
}
