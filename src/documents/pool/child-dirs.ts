/** The temporary folders of children, named after their parent, so that those of dead parents can be found. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { startTime } from "#platform/process/process-state.ts";

const PREFIX = "reader-";
const EVERY_MS = 60_000;

/** Other users may enter it but not list it: a child that runs as an unprivileged user sees its own folder only. */
export function makeTempDir(tempDir: string): void {
  mkdirSync(tempDir, { recursive: true, mode: 0o711 });
}

/**
 * A new folder for one child: `reader-<pid>-<start>-…`. The start time is in the name because process ids are reused, in containers soon.
 * The parent folder is created again if a system's clean-up of old files removed it.
 */
export async function makeChildDir(tempDir: string): Promise<string> {
  makeTempDir(tempDir);
  return mkdtemp(join(tempDir, `${PREFIX}${process.pid}-${await startOf(process.pid)}-`));
}

/** Removes the folders of children whose parents were killed. Never throws: the next run tries again. */
export async function deleteChildDirs(tempDir: string): Promise<void> {
  for (const name of namesIn(tempDir)) {
    const [, pid, start] = /^reader-(\d+)-(\w+)-/.exec(name) ?? [];
    if (pid === undefined || (await startOf(Number(pid))) === start) continue;
    try {
      rmSync(join(tempDir, name), { recursive: true, force: true });
    } catch {
      // Another user's folder, or one that a second process is removing right now.
    }
  }
}

/** Where start times cannot be read they are all equal, and nothing is removed. */
const startOf = async (pid: number) => String(await startTime(pid));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Runs in every process, not only in the leader: the folders belong to its machine. */
export function childDirMaintenance({ tempDir }: { tempDir: string }): Maintenance[] {
  return [{ everyMs: EVERY_MS, work: () => deleteChildDirs(tempDir) }];
}
