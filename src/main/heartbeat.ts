/** Detects a process whose event loop is blocked: each process sends its supervisor a heartbeat every second. */
import type { ChildProcess } from "node:child_process";
import { childUsageOf } from "#documents/pool/usage.ts";
import type { Log } from "#platform/log.ts";

const BEAT_MS = 1_000;
/** A loop silent for this long runs something that does not end; heartbeats of queue jobs expire after 10 s. */
const SILENT_MS_MAX = 5_000;
/** A process that used hardly any CPU while silent is waiting for the processor or was stopped, so it gets this long. */
const STILL_MS_MAX = 30_000;
/** CPU time used during the silence that proves a blocked loop: no legitimate work blocks it for as long. */
const COMPUTED_MS_MAX = 1_000;

/** `cpuSeconds`: CPU time of the process so far. Sent along, as reading it from /proc at each beat would cost the supervisor more. */
export type Beat = { kind: "beat"; cpuSeconds: number };

/** Runs in the process. */
export function startBeating(): void {
  const beat = () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ kind: "beat", cpuSeconds: (user + system) / 1e6 } satisfies Beat);
  };
  beat();
  setInterval(beat, BEAT_MS).unref();
}

/** Runs in its supervisor, from the first heartbeat on: kills a silent process. Ends with the process. */
export function watchBeats(child: ChildProcess, log: Log): void {
  let heard: { at: number; cpuSeconds: number } | null = null;
  let looked = performance.now();
  child.on("message", (message: Beat | { kind: "other" }) => {
    if (message.kind === "beat") heard = { at: performance.now(), cpuSeconds: message.cpuSeconds };
  });
  const look = async () => {
    const now = performance.now();
    const late = now - looked;
    looked = now;
    if (heard === null) return;
    // The supervisor itself did not run either, so the silence proves nothing.
    if (late > 2 * BEAT_MS) heard = { ...heard, at: now };
    const silentMs = now - heard.at;
    if (silentMs < SILENT_MS_MAX) return;
    const cpuSeconds = await cpuSecondsOf(child);
    const computed = cpuSeconds === null ? silentMs : (cpuSeconds - heard.cpuSeconds) * 1000;
    if (computed < COMPUTED_MS_MAX && silentMs < STILL_MS_MAX) return;
    log.error({ pid: child.pid, silentMs: Math.round(silentMs) }, "a process is held by something that does not end, and is killed");
    child.kill("SIGKILL");
  };
  const timer = setInterval(() => void look(), BEAT_MS);
  child.once("exit", () => clearInterval(timer));
}

async function cpuSecondsOf({ pid }: ChildProcess): Promise<number | null> {
  return pid === undefined ? null : ((await childUsageOf(pid))?.cpuSeconds ?? null);
}
