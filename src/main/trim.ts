/**
 * Gives the memory that loading took back to the system: a fifth of an idle process. V8 does so by itself only once it has allocated much
 * more, which an idle process never does.
 */
import { performance } from "node:perf_hooks";

/** The collection takes 0.1 to 0.3 s, during which nothing else runs: once per process, in a second in which it has nothing to do. */
const LOOK_MS = 1_000;
/** Work of the start is over by then. */
const AFTER_MS = 8_000;
/** Share of the time in which the event loop worked. Beats and metrics of an idle process take 1 to 2 %. */
const QUIET_SHARE_MAX = 0.05;

/** Needs Node's option --expose-gc. */
export function trimWhenQuiet(): void {
  const begun = performance.now();
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    if (performance.now() - begun < AFTER_MS || utilization > QUIET_SHARE_MAX) return;
    clearInterval(timer);
    globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  }, LOOK_MS).unref();
}
