/** One attempt at a piece of work: what ends it early, and what its end means. */
import { TaskFailure } from "#contract/task-errors.ts";
import type { Log } from "#platform/log.ts";
import { inAccount } from "#platform/postgres/account-scope.ts";
import { STOPPING } from "./taken-job.ts";

export const ATTEMPTS_MAX = 4;
/** Starts that ended a worker each: the work is not tried again. */
export const CRASHES_MAX = 3;
/** Pause before attempt 2, doubling: 2, 4, 8 s, times 0.5 to 1.5. */
const RETRY_SECONDS = 2;

const DEADLINE = new Error("the deadline has passed");

/** What the work gave, why it failed, or "stopping" when the worker shuts down and gives it back. */
export type AttemptEnd<T> = T | TaskFailure | "stopping";

/**
 * When an attempt has to end: on this process's monotonic clock (`performance.now`), as its time of day may be wrong or jump. A row's deadline
 * is the database's; a start asks how much of it is left.
 */
export type Deadline = number;
export const deadlineIn = (remainingMs: number): Deadline => performance.now() + remainingMs;

/** `subject` names the work in the log; `accountId` is for whom it is done. */
export type AttemptOptions = { log: Log; subject: Record<string, string>; accountId: string; deadline: Deadline; signal: AbortSignal };

/**
 * Runs `work` until it ends, the deadline passes or `signal` aborts. An unforeseen error is logged and becomes `internal`.
 * A signal aborted for any other reason than STOPPING counts as the deadline: the caller's row says which it was.
 */
export async function runAttempt<T>(
  { log, subject, accountId, deadline: at, signal }: AttemptOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<AttemptEnd<T>> {
  using deadline = timer(at - performance.now(), DEADLINE);
  const ends = AbortSignal.any([signal, deadline.signal]);
  try {
    const done = await inAccount(accountId, () => work(ends));
    ends.throwIfAborted();
    return done;
  } catch (error) {
    if (ends.aborted) return ends.reason === STOPPING ? "stopping" : new TaskFailure("deadline_exceeded");
    if (error instanceof TaskFailure && error.code !== "internal") return error;
    log.error({ err: error, ...subject }, "an attempt failed");
    return error instanceof TaskFailure ? error : new TaskFailure("internal", { cause: error });
  }
}

/** So many attempts were made; `waits` of them ended because the other side asked to come later. */
export type Attempts = { attempts: number; waits: number };

/** Longest pause of work that waits for somebody who did not say for how long. */
const WAIT_SECONDS_MAX = 10;

/**
 * Seconds until the next attempt, or null when there is none: the failure is lasting, or attempts or time are used up. Attempts
 * that ended in waiting do not count: only the deadline bounds them.
 */
export function pauseBeforeRetry(failure: TaskFailure, { attempts, waits }: Attempts, deadline: Deadline): number | null {
  const grown = RETRY_SECONDS * 2 ** (attempts - 1);
  const own = (failure.waits ? Math.min(WAIT_SECONDS_MAX, grown) : grown) * (0.5 + Math.random());
  const pause = Math.max(failure.retryAfterSeconds ?? 0, own);
  const counted = attempts - waits - (failure.waits ? 1 : 0);
  const again = failure.retryable && counted < ATTEMPTS_MAX && performance.now() + pause * 1000 < deadline;
  return again ? pause : null;
}

function timer(afterMs: number, reason: Error): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const handle = setTimeout(() => controller.abort(reason), Math.max(0, afterMs));
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(handle) };
}
