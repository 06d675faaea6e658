/** Runs an expression or a pattern of a caller for a bounded time. V8 ends it wherever it is: inside of a loop, of a match, of a library. */
import { createContext, Script } from "node:vm";
import { once } from "./memo.ts";

const inContext = once(() => {
  const holder: { run: (() => unknown) | null } = { run: null };
  return { holder, context: createContext(holder), script: new Script("run()") };
});

/** A process that others keep from running is given more time, twice as much each time. */
const TRIES = 4;

export type Bounded<T> = { value: T } | { tooLong: true };

/**
 * What `run` gives, unless that takes more than `cpuMs` milliseconds of this thread's CPU. It may be called again from its start when other
 * processes took the CPU meanwhile, and is given up after 15 times as much by the clock. What it was about to change may be half done then.
 * Throws what `run` throws.
 */
export function withinCpu<T>(cpuMs: number, run: () => T): Bounded<T> {
  const { holder, context, script } = inContext();
  for (let i = 0, timeout = cpuMs; i < TRIES; i++, timeout *= 2) {
    const startedAt = process.threadCpuUsage();
    holder.run = run;
    try {
      return { value: script.runInContext(context, { timeout }) as T };
    } catch (error) {
      if (!isTimeout(error)) throw error;
      const { user, system } = process.threadCpuUsage(startedAt);
      if (user + system >= 1_000 * cpuMs) break;
    } finally {
      holder.run = null;
    }
  }
  return { tooLong: true };
}

const isTimeout = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
