/** The work of one kind of job. A handler returns the outcome of its work; run-job.ts applies it. */
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

/** Runs after the transaction commits. */
export type Afterwards = () => Promise<unknown>;

export type Outcome<Failure> =
  /** `write` stores the result, in the transaction that completes the job. */
  | { kind: "done"; write: (tx: Tx) => Promise<Afterwards | null> }
  /** The job runs again after the pause. */
  | { kind: "retry"; failure: Failure; afterSeconds: number }
  | { kind: "give_up"; failure: Failure };

/** What a handler can use while it works. */
export type Hands = {
  /** Aborted when the work has to end: the process stops, or the deadline has passed. */
  signal: AbortSignal;
  /** Runs work that waits for another server; the job takes no slot until it ends. */
  aside<T>(work: () => Promise<T>): Promise<T>;
};

/** Started work. Disposed when it ends, if it is disposable. */
export type Started = { accountId: string } & Partial<AsyncDisposable>;

export type Handler<N extends JobName, Work extends Started, Failure> = {
  name: N;
  /** Null: there is nothing left to do. In the transaction that takes the job; what it starts besides is ended when the work is disposed. */
  start(db: Db | Tx, payload: JobPayload<N>): Promise<Work | null>;
  /** Rejects with STOPPING when the process stops. */
  work(work: Work, hands: Hands): Promise<Outcome<Failure>>;
  /** Records the retry, in the transaction that sends the new job. Returns the new job's priority. */
  retry(tx: Tx, work: Work, failure: Failure, afterSeconds: number): Promise<number>;
  /** Records the failure. */
  giveUp(tx: Tx, work: Work, failure: Failure): Promise<Afterwards | null>;
  /** The process stops: undoes the start. */
  release?(work: Work): Promise<void>;
  /** The outcome was too late and was refused: removes what the work left outside the database. */
  discard?(work: Work): Promise<void>;
};
