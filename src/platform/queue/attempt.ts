/** Work that is done in attempts: what aborts one, how many are made, and the pauses between them. */
import type { JobName } from "#contract/jobs.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Log } from "#platform/log.ts";
import { isUnreachable } from "#platform/postgres/when-reachable.ts";
import type { StartedAttempt } from "./attempt-columns.ts";
import { type Deadline, deadlineSignal } from "./deadline.ts";
import type { Handler, Hands, Outcome, Started } from "./handler.ts";
import { STOPPING } from "./taken-job.ts";

const ATTEMPTS_MAX = 4;
/** After this many starts that each ended with a dead worker, the work is not tried again. */
const CRASHES_MAX = 3;
/** Pause before attempt 2, doubling: 2, 4, 8 s, times 0.5 to 1.5. */
const RETRY_SECONDS = 2;
/** Longest pause while the other side asked to wait without saying how long. */
const WAIT_SECONDS_MAX = 10;

/** `ends`: aborts the attempt for reasons other than shutdown and deadline, such as a cancellation; the row then records which. */
export type Attempted = Started & StartedAttempt & { ends?: AbortSignal };

export type AttemptOptions = {
  log: Log;
  /** Name of the work in the message when it crashed workers: "Reading this document". */
  called: string;
  /** Key of the work's id in the log. */
  idName: string;
};

/** Wraps a handler with attempts: its work may throw a TaskFailure, which becomes a retry or the end of the work. */
export function inAttempts<N extends JobName, Work extends Attempted>(
  options: AttemptOptions,
  handler: Handler<N, Work, TaskFailure>,
): Handler<N, Work, TaskFailure> {
  return { ...handler, work: (work, hands) => attempt(options, handler, work, hands) };
}

async function attempt<N extends JobName, Work extends Attempted>(
  options: AttemptOptions,
  handler: Handler<N, Work, TaskFailure>,
  work: Work,
  { signal, aside }: Hands,
): Promise<Outcome<TaskFailure>> {
  if (work.crashes >= CRASHES_MAX) return { kind: "give_up", failure: failureOf(options, work, crashed(options.called)) };
  using deadline = deadlineSignal(work.deadline);
  const ends = AbortSignal.any([signal, deadline.signal, ...(work.ends ? [work.ends] : [])]);
  try {
    const outcome = await handler.work(work, { signal: ends, aside });
    ends.throwIfAborted();
    return outcome;
  } catch (error) {
    if (!ends.aborted) return afterFailure(failureOf(options, work, error), work);
    if (ends.reason === STOPPING) throw STOPPING;
    return { kind: "give_up", failure: new TaskFailure("deadline_exceeded") };
  }
}

function crashed(called: string): TaskFailure {
  const message = `${called} crashed ${CRASHES_MAX} workers, so it is not tried again.`;
  return new TaskFailure("internal", { retryable: false, message });
}

/** An unexpected error is logged and becomes `internal`; one of the database that may pass makes the work wait. */
function failureOf({ log, idName }: AttemptOptions, { id }: Attempted, error: unknown): TaskFailure {
  if (error instanceof TaskFailure && error.code !== "internal") return error;
  log.error({ err: error, [idName]: id }, "an attempt failed");
  return error instanceof TaskFailure ? error : new TaskFailure("internal", { cause: error, waits: isUnreachable(error) });
}

function afterFailure(failure: TaskFailure, work: Attempted): Outcome<TaskFailure> {
  const afterSeconds = pauseBeforeRetry(failure, work, work.deadline);
  return afterSeconds === null ? { kind: "give_up", failure } : { kind: "retry", failure, afterSeconds };
}

/** Attempts made; `waits` of them ended because the other side asked to come later. */
export type Attempts = { attempts: number; waits: number };

/**
 * Seconds until the next attempt, or null when there is none: the failure is permanent, or attempts or time are used up. Attempts that
 * ended in waiting are not counted; only the deadline bounds them.
 */
export function pauseBeforeRetry(failure: TaskFailure, { attempts, waits }: Attempts, deadline: Deadline): number | null {
  const grown = RETRY_SECONDS * 2 ** (attempts - 1);
  const own = (failure.waits ? Math.min(WAIT_SECONDS_MAX, grown) : grown) * (0.5 + Math.random());
  const pause = Math.max(failure.retryAfterSeconds ?? 0, own);
  const counted = attempts - waits - (failure.waits ? 1 : 0);
  const again = failure.retryable && counted < ATTEMPTS_MAX && performance.now() + pause * 1000 < deadline;
  return again ? pause : null;
}
