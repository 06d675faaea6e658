/** Memory of a process while something happens. */
import { readdir, readFile } from "node:fs/promises";

/** Resident bytes now; 0 when there is no such process. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

const LOOK_MS = 20;

/** How many bytes more than before were held at most, looked at all the while; `bytes` reads them. */
export async function growthOf(bytes: () => Promise<number>, work: () => Promise<unknown>): Promise<number> {
  const before = await bytes();
  let peak = before;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await bytes());
  }, LOOK_MS);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return Math.max(peak, await bytes()) - before;
}

/** A process with all its descendants, parents first. */
export async function processTree(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const found = [pid];
  for (const parent of found) found.push(...[...parents].filter(([, of]) => of === parent).map(([child]) => child));
  return found;
}

/** Resident bytes of a process and its descendants. */
export const treeBytes = async (pid: number): Promise<number> =>
  (await Promise.all((await processTree(pid)).map(residentBytes))).reduce((sum, bytes) => sum + bytes, 0);
