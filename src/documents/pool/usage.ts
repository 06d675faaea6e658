/** Resources that a process has used so far, from Linux's /proc. */
import { readFile } from "node:fs/promises";

/** Linux counts CPU time in ticks of 1/100 s for user space on every architecture Node runs on (USER_HZ). */
const TICKS_PER_SECOND = 100;

export type ChildUsage = { cpuSeconds: number; privateBytes: number };

/** CPU time of all threads and anonymous resident memory. Null where there is no /proc, or the process is gone. */
export async function childUsageOf(pid: number): Promise<ChildUsage | null> {
  try {
    const [stat, status] = await Promise.all([readFile(`/proc/${pid}/stat`, "utf8"), readFile(`/proc/${pid}/status`, "utf8")]);
    // The name in parentheses may hold anything; utime and stime are the 12th and 13th value after it (proc(5)).
    const values = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(values[11]) + Number(values[12]);
    const kilobytes = Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    return Number.isFinite(ticks) ? { cpuSeconds: ticks / TICKS_PER_SECOND, privateBytes: kilobytes * 1024 } : null;
  } catch {
    return null;
  }
}
