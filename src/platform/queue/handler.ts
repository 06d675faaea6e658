/** How the work of one kind of job is done. A handler says what its work comes to; run-job.ts does what follows from it. */
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { Tx } from "#platform/postgres/db.ts";

/** What is to be done once the transaction is committed. */
export type Afterwards = () => Promise<unknown>;

export type Outcome<Failure> =
  /** `write` writes the result, in the transaction that settles the job. */
  | { kind: "done"; write: (tx: Tx) => Promise<Afterwards | null> }
  /** The same job comes again after the pause. */
  | { kind: "retry"; failure: Failure; afterSeconds: number }
  | { kind: "give_up"; failure: Failure };

/** What a handler has at hand while it works. */
export type Hands = {
  /** Aborted when the work has to end: its process stops, or its time is over. */
  signal: AbortSignal;
  /** Runs what waits for somebody else's server: until it ends, the work takes no slot. */
  aside<T>(work: () => Promise<T>): Promise<T>;
};

/** Work that has begun. Disposed of when it has ended, where there is something to dispose of. */
export type Started = { accountId: string } & Partial<AsyncDisposable>;

export type Handler<N extends JobName, Work extends Started, Failure> = {
  name: N;
  /** Null: there is nothing to do, any more. */
  start(payload: JobPayload<N>): Promise<Work | null>;
  /** Rejects with STOPPING when its process stops. */
  work(work: Work, hands: Hands): Promise<Outcome<Failure>>;
  /** Writes that it is tried again, in the transaction that sends the job anew. Gives the new job's priority. */
  retry(tx: Tx, work: Work, failure: Failure, afterSeconds: number): Promise<number>;
  /** Writes that it failed. */
  giveUp(tx: Tx, work: Work, failure: Failure): Promise<Afterwards | null>;
  /** The process stops: the work is as if it had not begun. */
  release?(work: Work): Promise<void>;
  /** What came of it came too late and was refused: removes what the work left outside the database. */
  discard?(work: Work): Promise<void>;
};
