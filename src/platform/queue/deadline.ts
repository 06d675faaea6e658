/**
 * When an attempt has to end, on this process's monotonic clock (`performance.now`), because its wall clock may be wrong or jump. A row's
 * deadline is on the database's clock; the start of an attempt reads how much of it is left.
 */
export type Deadline = number;
export const deadlineIn = (remainingMs: number): Deadline => performance.now() + remainingMs;

const PASSED = new Error("the deadline has passed");

/** A signal that aborts at the deadline. */
export function deadlineSignal(deadline: Deadline): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const handle = setTimeout(() => controller.abort(PASSED), Math.max(0, deadline - performance.now()));
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(handle) };
}
