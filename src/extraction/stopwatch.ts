/** How long the stages of an attempt take. */
import type { Stage } from "#contract/task.ts";
import { traced } from "#platform/tracing.ts";
import type { StageRecorder } from "./stage-recorder.ts";

/**
 * Runs a stage, tells which one it is, and keeps its milliseconds; `tell` hears of each when it is over. Work that goes through several stages says
 * so by `enter`.
 */
export function stopwatch(stage: StageRecorder, tell: (name: Stage, seconds: number) => void) {
  const spent = new Map<Stage, number>();
  const run = async <T>(first: Stage, work: (enter: (name: Stage) => void) => Promise<T>): Promise<T> => {
    let name = first;
    let t0 = performance.now();
    const end = () => {
      const ms = performance.now() - t0;
      spent.set(name, (spent.get(name) ?? 0) + Math.round(ms));
      tell(name, ms / 1000);
    };
    const enter = (next: Stage) => {
      end();
      [name, t0] = [next, performance.now()];
      stage.enter(next);
    };
    stage.enter(first);
    try {
      return await traced(first, {}, () => work(enter));
    } finally {
      end();
    }
  };
  const timing = () => ({
    queue_ms: null,
    fetch_ms: spent.get("fetching") ?? null,
    read_ms: spent.get("reading") ?? null,
    extract_ms: spent.has("extracting") ? (spent.get("extracting") ?? 0) + (spent.get("checking") ?? 0) : null,
    total_ms: null,
  });
  return Object.assign(run, { timing });
}
