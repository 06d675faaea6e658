/** Memory of a process while something happens. */
import { readFile } from "node:fs/promises";

/** Resident bytes now; 0 when there is no such process. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

const LOOK_MS = 20;

/** How many bytes more than before the process held at most, looked at all the while. */
export async function memoryGrowth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = await residentBytes(pid);
  let peak = before;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentBytes(pid));
  }, LOOK_MS);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return Math.max(peak, await residentBytes(pid)) - before;
}
