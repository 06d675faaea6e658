/** Measures the stages of an attempt. */
import type { Stage } from "#contract/task.ts";
import { traced } from "#platform/tracing.ts";
import type { StageRecorder } from "./stage-recorder.ts";

/**
 * Runs a stage, records that it is the current one, and measures it in milliseconds; `onStage` is called when each stage ends. Work with
 * several stages calls `enter` to change to the next.
 */
export function stopwatch(stage: StageRecorder, onStage: (name: Stage, seconds: number) => void) {
  const spent = new Map<Stage, number>();
  const run = async <T>(first: Stage, work: (enter: (name: Stage) => void) => Promise<T>): Promise<T> => {
    let name = first;
    let t0 = performance.now();
    const end = () => {
      const ms = performance.now() - t0;
      spent.set(name, (spent.get(name) ?? 0) + Math.round(ms));
      onStage(name, ms / 1000);
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
