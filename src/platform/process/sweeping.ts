/** What a process does again and again in the background. */
import type { Log } from "#platform/log.ts";

export type Sweep = { everyMs: number; work: () => Promise<unknown> };

/** Keeps sweeping until disposed, one sweep at a time. A failed sweep is logged and tried again at its next time. */
export function startSweeping(log: Log, sweeps: readonly Sweep[]): AsyncDisposable {
  let working: Promise<void> = Promise.resolve();
  const timers = sweeps.map(({ everyMs, work }) =>
    setInterval(() => {
      working = working.then(work).then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, "a sweep failed"),
      );
    }, everyMs),
  );
  return {
    async [Symbol.asyncDispose]() {
      timers.forEach(clearInterval);
      await working;
    },
  };
}
