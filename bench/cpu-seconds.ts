/** CPU time of a process. */
import { readFile } from "node:fs/promises";

/** Ticks per second of CPU time in /proc, the same on every common Linux (sysconf _SC_CLK_TCK). */
const TICKS_PER_SECOND = 100;

/** User and system time, including ended children that were waited for; 0 when there is no such process. */
export const cpuSeconds = (pid: number): Promise<number> => ticksOf(pid, 15);

/** As cpuSeconds, without children. */
export const ownCpuSeconds = (pid: number): Promise<number> => ticksOf(pid, 13);

/** Values 12 and 13 of the line are the process's own, 14 and 15 those of its children (proc(5), counted behind its name). */
async function ticksOf(pid: number, to: 13 | 15): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const ticks = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, to)
    .map(Number);
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
}
