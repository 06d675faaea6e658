/** Memory of a process while something happens. */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { processesBelow } from "./process-table.ts";

/** Resident bytes now; 0 when there is no such process. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** A look at a whole tree of processes goes through all of the machine's: with shorter pauses looking takes a core of its own. */
const LOOK_MS = 50;

/** How many bytes more than before were held at most, looked at all the while; `bytes` reads them. */
export async function growthOf(bytes: () => Promise<number>, work: () => Promise<unknown>): Promise<number> {
  const before = await bytes();
  let peak = before;
  let done = false;
  const working = work().finally(() => {
    done = true;
  });
  while (!done) {
    peak = Math.max(peak, await bytes());
    await Promise.race([working, sleep(LOOK_MS)]);
  }
  await working;
  return Math.max(peak, await bytes()) - before;
}

/** Resident bytes of a process and its descendants. */
export const treeBytes = async (pid: number): Promise<number> =>
  (await Promise.all((await processesBelow(pid)).map(({ pid: each }) => residentBytes(each)))).reduce((sum, bytes) => sum + bytes, 0);
