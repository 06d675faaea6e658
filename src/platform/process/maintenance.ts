/** Periodic background work; what a condition on the database makes due instead is postgres/due-work.ts. */
import type { Log } from "#platform/log.ts";

/**
 * `atOnce`: how many `work` does at most, and returns; having done so many it is begun again at once, so that it keeps up with any rate.
 *
 * `share`: 0..1, the most of its time that it is at work: what takes long, as it looks at everything there is, is done less often.
 */
export type Maintenance = { everyMs: number; work: () => Promise<unknown>; atOnce?: number; share?: number };

/**
 * Runs each at its interval until disposed, the first time after one interval. Runs of different work overlap; runs of the same work do
 * not. A failure is logged, and the next run tries again.
 */
export function startMaintenance(log: Log, all: readonly Maintenance[]): AsyncDisposable {
  const loops = all.map((each) => startLoop(log, each));
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(loops.map((loop) => loop[Symbol.asyncDispose]()));
    },
  };
}

function startLoop(log: Log, { everyMs, work, atOnce, share = 1 }: Maintenance): AsyncDisposable {
  let stopped = false;
  let working: Promise<void> | null = null;
  let restsUntil = 0;
  const begin = async (): Promise<void> => {
    const from = performance.now();
    try {
      while ((await work()) === (atOnce ?? null) && !stopped);
    } catch (error) {
      log.warn({ err: error }, "maintenance failed and is tried again at its next time");
    } finally {
      restsUntil = performance.now() + (performance.now() - from) * (1 / share - 1);
      working = null;
    }
  };
  const timer = setInterval(() => {
    if (performance.now() >= restsUntil) working ??= begin();
  }, everyMs);
  return {
    async [Symbol.asyncDispose]() {
      stopped = true;
      clearInterval(timer);
      await working;
    },
  };
}
