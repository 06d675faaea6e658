/** What is done again and again in the background. */
import type { Log } from "#platform/log.ts";

export type Maintenance = { everyMs: number; work: () => Promise<unknown> };

/**
 * Does each at its interval, for the first time after one, until disposed. They do not wait for each other, but none begins again before it has
 * ended. A failure is logged; the next time tries again.
 */
export function startMaintenance(log: Log, all: readonly Maintenance[]): AsyncDisposable {
  const loops = all.map((each) => startLoop(log, each));
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(loops.map((loop) => loop[Symbol.asyncDispose]()));
    },
  };
}

function startLoop(log: Log, { everyMs, work }: Maintenance): AsyncDisposable {
  let working: Promise<void> | null = null;
  const begin = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, "maintenance failed and is tried again at its next time");
    } finally {
      working = null;
    }
  };
  const timer = setInterval(() => {
    working ??= begin();
  }, everyMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await working;
    },
  };
}
