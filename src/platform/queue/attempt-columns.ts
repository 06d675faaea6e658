/**
 * The columns of work that is done in attempts, and the SQL fragments on them; they are the same in each table with such work.
 *
 * An attempt takes the row's `lease` when it starts and writes only while it has it. An outcome, a pause, a cancellation, a deadline and
 * the next start take the lease away, so a late worker changes nothing.
 */
import { type RawBuilder, sql } from "kysely";
import { type Deadline, deadlineIn } from "./deadline.ts";

/** One attempt at the work of a row. */
export type Attempt = { id: string; lease: string };

export type StartedAttempt = Attempt & {
  /** Attempts of this run, including this one. */
  attempts: number;
  /** Of these, attempts that ended because the other side asked to come later. */
  waits: number;
  /** Of these, attempts that ended with their worker. */
  crashes: number;
  deadline: Deadline;
};

/** SET: an attempt begins. A lease that is still set was left by a worker that died. */
export const starting = sql`lease = gen_random_uuid(), attempts = attempts + 1, crashes = crashes + (lease IS NOT NULL)::int, next_attempt_at = NULL`;

/** RETURNING, for `startedOf`. */
export const started = sql`lease, attempts, waits, crashes, (extract(epoch FROM deadline_at - now()) * 1000)::float8 AS remaining_ms`;

/** The result of a start; null when there was nothing to start: the work is finished or deleted, or the job belongs to an earlier run. */
export function startedOf<T extends { remaining_ms: number }>(
  rows: readonly T[],
): (Omit<T, "remaining_ms"> & { deadline: Deadline }) | null {
  if (!rows[0]) return null;
  const { remaining_ms, ...row } = rows[0];
  return { ...row, deadline: deadlineIn(remaining_ms) };
}

/** WHERE: the attempt still has the lease. */
export const heldBy = ({ id, lease }: Attempt): RawBuilder<unknown> => sql`id = ${id} AND lease = ${lease}`;

/** SET: the attempt ends, finished or not. */
export const ending = sql`lease = NULL, next_attempt_at = NULL`;

/** SET: the attempt ends, and the next begins after `afterSeconds`. `waits`: the other side asked to come later. */
export const pausing = ({ waits }: { waits: boolean }, afterSeconds: number): RawBuilder<unknown> =>
  sql`lease = NULL, waits = waits + ${waits ? 1 : 0}, next_attempt_at = now() + make_interval(secs => ${afterSeconds})`;

/** SET: a new run with all its attempts. `run`: its number. */
export const anew = (run: RawBuilder<unknown>, deadlineSeconds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`run = ${run}, attempts = 0, waits = 0, crashes = 0, lease = NULL, next_attempt_at = NULL, deadline_at = now() + make_interval(secs => ${deadlineSeconds})`;

/** The attempt lost its lease before it wrote; its whole transaction is rolled back. */
export class LateResult extends Error {
  constructor() {
    super("the attempt does not have the row any more");
    this.name = "LateResult";
  }
}

/** The row changed by a statement with `heldBy`. Throws LateResult when no row was changed. */
export function changed<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new LateResult();
  return row;
}
