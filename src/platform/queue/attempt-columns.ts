/**
 * The columns of work that is done in attempts, which are the same in each table that has such work, as parts of its statements.
 *
 * An attempt takes the row's `lease` when it starts, and whatever it writes it writes only while it has it: an end, a pause, a cancellation, a
 * deadline and the next start take the lease away. So a late worker changes nothing.
 */
import { type RawBuilder, sql } from "kysely";
import { type Deadline, deadlineIn } from "./deadline.ts";

/** One attempt at the work of a row. */
export type Attempt = { id: string; lease: string };

export type StartedAttempt = Attempt & {
  /** How many there were in this run, this one included. */
  attempts: number;
  /** How many of them ended because the other side asked to come later. */
  waits: number;
  /** How many of them ended with their worker. */
  crashes: number;
  deadline: Deadline;
};

/** SET: an attempt begins. A lease that is still there was left by a worker that died. */
export const starting = sql`lease = gen_random_uuid(), attempts = attempts + 1, crashes = crashes + (lease IS NOT NULL)::int, next_attempt_at = NULL`;

/** RETURNING, for `startedOf`. */
export const started = sql`lease, attempts, waits, crashes, (extract(epoch FROM deadline_at - now()) * 1000)::float8 AS remaining_ms`;

/** What a start returned; null for none: the work is finished or gone, or the job is of an earlier run. */
export function startedOf<T extends { remaining_ms: number }>(
  rows: readonly T[],
): (Omit<T, "remaining_ms"> & { deadline: Deadline }) | null {
  if (!rows[0]) return null;
  const { remaining_ms, ...row } = rows[0];
  return { ...row, deadline: deadlineIn(remaining_ms) };
}

/** WHERE: the attempt still has the row. */
export const heldBy = ({ id, lease }: Attempt): RawBuilder<unknown> => sql`id = ${id} AND lease = ${lease}`;

/** SET: the attempt ends, with the work or without it. */
export const ending = sql`lease = NULL, next_attempt_at = NULL`;

/** SET: the attempt ends, and the next begins after so many seconds. `waits`: somebody asked to come later. */
export const pausing = ({ waits }: { waits: boolean }, afterSeconds: number): RawBuilder<unknown> =>
  sql`lease = NULL, waits = waits + ${waits ? 1 : 0}, next_attempt_at = now() + make_interval(secs => ${afterSeconds})`;

/** SET: the work begins anew, with all its attempts. `run`: the new one. */
export const anew = (run: RawBuilder<unknown>, deadlineSeconds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`run = ${run}, attempts = 0, waits = 0, crashes = 0, lease = NULL, next_attempt_at = NULL, deadline_at = now() + make_interval(secs => ${deadlineSeconds})`;

/** What an attempt wanted to write came too late: it is refused, with everything of its transaction. */
export class LateResult extends Error {
  constructor() {
    super("the attempt does not have the row any more");
    this.name = "LateResult";
  }
}

/** The row that a statement with `heldBy` has changed. Throws LateResult when it changed none. */
export function changed<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new LateResult();
  return row;
}
