/** The temporary folders of children: named after their parent, so that those of dead parents can be found. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { startTime } from "#platform/process/process-state.ts";

const PREFIX = "reader-";
const EVERY_MS = 60_000;

/** Others may pass through but not list: a child that runs as an unprivileged user sees its own folder only. */
export function makeTempDir(tempDir: string): void {
  mkdirSync(tempDir, { recursive: true, mode: 0o711 });
}

/**
 * A new folder for one child: `reader-<pid>-<start>-…`. A process id alone is given again after a while, in containers soon. The folder
 * above it may have gone: systems clean up what nobody used for days.
 */
export async function makeChildDir(tempDir: string): Promise<string> {
  makeTempDir(tempDir);
  return mkdtemp(join(tempDir, `${PREFIX}${process.pid}-${await startOf(process.pid)}-`));
}

/** Removes what the children of killed parents left behind. Never throws: the next time tries again. */
export async function deleteChildDirs(tempDir: string): Promise<void> {
  for (const name of namesIn(tempDir)) {
    const [, pid, start] = /^reader-(\d+)-(\w+)-/.exec(name) ?? [];
    if (pid === undefined || (await startOf(Number(pid))) === start) continue;
    try {
      rmSync(join(tempDir, name), { recursive: true, force: true });
    } catch {
      // Somebody else's folder, or being removed by a second process right now.
    }
  }
}

/** Where nothing can be told of processes, all starts are one, and nothing is removed. */
const startOf = async (pid: number) => String(await startTime(pid));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Each process does this: the folders are of its own machine. */
export function childDirMaintenance({ tempDir }: { tempDir: string }): Maintenance[] {
  return [{ everyMs: EVERY_MS, work: () => deleteChildDirs(tempDir) }];
}
