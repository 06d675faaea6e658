/** State of other processes. A zombie (killed but never waited for, as in containers without an init) counts as ended. */
import { readdir, readFile, readlink } from "node:fs/promises";

/** Start time in clock ticks since boot (proc(5), field 22); "running" where there is no /proc; null when it has ended. */
export async function startTime(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat !== null) {
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  }
  return process.platform !== "linux" && mayBeSignalled(pid) ? "running" : null;
}

export async function isRunning(pid: number): Promise<boolean> {
  return (await startTime(pid)) !== null;
}

/** Processes whose working directory is this folder; empty where there is no /proc. */
export async function processesIn(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc").catch(() => [])) {
    if (/^\d+$/.test(name) && (await readlink(`/proc/${name}/cwd`).catch(() => "")) === folder) found.push(Number(name));
  }
  return found;
}

function mayBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
