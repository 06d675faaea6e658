/**
 * When an attempt has to end: on this process's monotonic clock (`performance.now`), as its time of day may be wrong or jump. A row's deadline
 * is the database's; a start asks how much of it is left.
 */
export type Deadline = number;
export const deadlineIn = (remainingMs: number): Deadline => performance.now() + remainingMs;

const PASSED = new Error("the deadline has passed");

/** A signal that is aborted then. */
export function deadlineSignal(deadline: Deadline): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const handle = setTimeout(() => controller.abort(PASSED), Math.max(0, deadline - performance.now()));
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(handle) };
}
