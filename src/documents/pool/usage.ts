/** Resources that a process has used so far, from Linux's /proc. */
import { readFile } from "node:fs/promises";

/** Linux counts CPU time in ticks of 1/100 s for user space on every architecture Node runs on (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** `waitedSeconds`: how long its first thread was ready to run and got no CPU. */
export type ChildUsage = { cpuSeconds: number; waitedSeconds: number; privateBytes: number };

/** CPU time of all threads and anonymous resident memory. Null where there is no /proc, or the process is gone. */
export async function childUsageOf(pid: number): Promise<ChildUsage | null> {
  try {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, "utf8");
    const [stat, status, waits] = await Promise.all([read("stat"), read("status"), read("schedstat").catch(() => "")]);
    // The name in parentheses may hold anything; utime and stime are the 12th and 13th value after it (proc(5)).
    const values = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(values[11]) + Number(values[12]);
    const kilobytes = Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    // Its time on a CPU, then in the queue of one, in ns; a kernel without scheduler statistics has no such file.
    const waitedSeconds = Number(waits.split(" ")[1] ?? 0) / 1e9;
    return Number.isFinite(ticks) ? { cpuSeconds: ticks / TICKS_PER_SECOND, waitedSeconds, privateBytes: kilobytes * 1024 } : null;
  } catch {
    return null;
  }
}
