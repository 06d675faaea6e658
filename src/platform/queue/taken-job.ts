/** A job as whoever does it sees it. */
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { Tx } from "#platform/postgres/db.ts";

/** A claim on a job. `retryCount` names it: one that has lapsed settles nothing. */
export type Claim = { id: string; retryCount: number };

export type TakenJob<N extends JobName> = {
  payload: JobPayload<N>;
  /** Aborted with STOPPING when the process shuts down. */
  signal: AbortSignal;
  /** Runs work that waits for somebody else's server: until it ends, this job does not take one of the slots. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Settles the job inside the caller's own transaction. Throws LapsedClaim when another worker has it by now. */
  complete(tx: Tx): Promise<void>;
};

export const STOPPING = new Error("the worker is stopping");
export class LapsedClaim extends Error {
  constructor() {
    super("the claim on this job has lapsed; its result is refused");
    this.name = "LapsedClaim";
  }
}
