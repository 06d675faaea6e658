/** Tells a process whose event loop is held from one that is well: each tells its supervisor every second that it goes on. */
import type { ChildProcess } from "node:child_process";
import { usageOf } from "#documents/pool/usage.ts";
import type { Log } from "#platform/log.ts";

const BEAT_MS = 1_000;
/** A loop this long silent has something on it that does not end; queue jobs are held by heartbeats of 10 s. */
const SILENT_MS_MAX = 5_000;
/** One that has hardly run meanwhile waits for the processor, or was stopped: it may go on. */
const STILL_MS_MAX = 30_000;
/** So much computed in silence is the sign of a loop that is held: nothing that ends takes the loop for as long. */
const COMPUTED_MS_MAX = 1_000;

export type Beat = { kind: "beat" };

/** In the process. */
export function startBeating(): void {
  const beat = () => process.send?.({ kind: "beat" } satisfies Beat);
  beat();
  setInterval(beat, BEAT_MS).unref();
}

/** In its supervisor, from the first beat on: kills a process that is silent. It ends with the process. */
export function watchBeats(child: ChildProcess, log: Log): void {
  let heard: { at: number; cpuSeconds: number | null } | null = null;
  let looked = performance.now();
  const hear = async () => {
    const at = performance.now();
    heard = { at, cpuSeconds: await cpuSecondsOf(child) };
  };
  child.on("message", (message: { kind: string }) => {
    if (message.kind === "beat") void hear();
  });
  const look = async () => {
    const now = performance.now();
    const late = now - looked;
    looked = now;
    if (heard === null) return;
    // This process did not run either, so that nothing can be told of the other.
    if (late > 2 * BEAT_MS) heard = { ...heard, at: now };
    const silentMs = now - heard.at;
    if (silentMs < SILENT_MS_MAX) return;
    const cpuSeconds = await cpuSecondsOf(child);
    const computed = cpuSeconds === null || heard.cpuSeconds === null ? silentMs : (cpuSeconds - heard.cpuSeconds) * 1000;
    if (computed < COMPUTED_MS_MAX && silentMs < STILL_MS_MAX) return;
    log.error({ pid: child.pid, silentMs: Math.round(silentMs) }, "a process is held by something that does not end, and is killed");
    child.kill("SIGKILL");
  };
  const timer = setInterval(() => void look(), BEAT_MS);
  child.once("exit", () => clearInterval(timer));
}

async function cpuSecondsOf({ pid }: ChildProcess): Promise<number | null> {
  return pid === undefined ? null : ((await usageOf(pid))?.cpuSeconds ?? null);
}
