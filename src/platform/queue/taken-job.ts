/** A job as its handler sees it. */
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { Tx } from "#platform/postgres/db.ts";

/** A claim on a job, identified by `retryCount`: a lapsed claim settles nothing. */
export type JobClaim = { id: string; retryCount: number };

export type TakenJob<N extends JobName> = {
  payload: JobPayload<N>;
  /** Aborted with STOPPING when the process shuts down. */
  signal: AbortSignal;
  /** Runs work that waits for another server; the job takes no slot until it ends. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Settles the job inside the caller's transaction. Throws LapsedClaim when another worker has claimed it meanwhile. */
  complete(tx: Tx): Promise<void>;
};

export const STOPPING = new Error("the worker is stopping");
export class LapsedClaim extends Error {
  constructor() {
    super("the claim on this job has lapsed; its result is refused");
    this.name = "LapsedClaim";
  }
}
