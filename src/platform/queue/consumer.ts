/**
 * Takes jobs of one name from the queue and runs them, `slots` at a time. One fetch fills all free slots, however many notifications
 * arrive; pg-boss's own workers each fetch at every notification, which at 20 slots is 20 queries per submitted task
 * (docs/decisions/0002-one-fetch-for-all-slots.md).
 */
import assert from "node:assert/strict";
import type { JobName } from "#contract/jobs.ts";
import type { Log } from "#platform/log.ts";
import type { Db } from "#platform/postgres/db.ts";
import { takeJobs } from "./fetch-jobs.ts";
import type { Queue } from "./queue.ts";
import { RunningJobs, type RunOptions, type TakenStart } from "./running-jobs.ts";

/** After a fetch failed: an unreachable database is not asked in a tight loop. Jobs that nobody announced are found by the leader (queue.ts). */
const AGAIN_MS = 1_000;
/**
 * Milliseconds between fetches: `free` with fewer than half of the slots taken, `busy` with more. A busy process then fetches for several
 * slots at once.
 */
const FETCH_PAUSE_MS = { free: 5, busyPerSlot: 6, busy: 60 };
/** So that one process does not take jobs that another could start at once. */
const FETCH_MAX = 4;

export type ConsumerOptions<N extends JobName> = RunOptions<N> & {
  /** Minimum time between two fetches, ms; asked before each. */
  pauseMs: () => number;
};

export type ConsumerDeps = {
  db: Db;
  queue: Queue;
  log: Log;
  /** Jobs of one name that all processes together run for one account at a time; null: no limit besides the slots. */
  accountConcurrency: number | null;
};

type Mode =
  /** Created, but not listening yet. */
  | { name: "starting" }
  /** No fetch is planned. A notification or a freed slot plans one. */
  | { name: "waiting" }
  /** A fetch is planned for the end of the pause after the last one. Further requests until then are served by it. */
  | { name: "planned"; timer: NodeJS.Timeout }
  /** A fetch is in flight. `again`: another was requested meanwhile. */
  | { name: "fetching"; again: boolean; ended: Promise<void> }
  /** Takes no more jobs. Running ones may finish, then are aborted and returned. */
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
  /**
   * Whether jobs may be waiting for a slot: the last fetch returned as many as were asked for. Otherwise a freed slot has nothing to take;
   * notifications announce new jobs.
   */
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
    const endNotices = this.#deps.queue.onJob((name) => {
      if (name === null || name === this.#options.name) this.#wake();
    });
    this.#endListening = endNotices;
    this.#wake();
  }

  /** Takes no more jobs; running ones get `graceMs`, then are aborted and returned. */
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

  /** Requests a fetch: at once when the pause since the last one is over, else at its end, together with all requests until then. */
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

  /** Returns whether there may be more jobs to take at once. */
  async #fetch(): Promise<"more" | "all" | "failed"> {
    try {
      const free = Math.max(0, Math.min(this.#options.slots() - this.#jobs.busy, FETCH_MAX));
      this.#lastFetch = performance.now();
      const jobs = free > 0 ? await takeJobs<N>(this.#deps, this.#options, free) : [];
      // With a limit per account, fewer may be returned than exist, because a job of this fetch may have reached the limit.
      this.#backlog = jobs.length === free || this.#deps.accountConcurrency !== null;
      await this.#start(jobs);
      return jobs.length > 0 && this.#backlog ? "more" : "all";
    } catch (error) {
      this.#deps.log.error({ err: error, job: this.#options.name }, "jobs could not be fetched");
      return "failed";
    }
  }

  /** Jobs that arrive after the stop began are returned. */
  async #start(jobs: readonly TakenStart<N>[]): Promise<void> {
    for (const job of jobs)
      if (this.#mode.name === "fetching") this.#jobs.start(job);
      else await this.#jobs.giveBack(job.claim, job.started);
  }

  #endFetch(found: "more" | "all" | "failed"): void {
    if (this.#mode.name !== "fetching") return;
    const { again } = this.#mode;
    this.#enter({ name: "waiting" });
    if (found === "failed") setTimeout(() => this.#wake(), AGAIN_MS).unref();
    else if (found === "more" || again) this.#wake();
  }
}
