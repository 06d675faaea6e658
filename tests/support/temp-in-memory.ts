/**
 * Puts the temporary files of a run, databases among them, into memory where there is enough of it. Each test service clones and drops a
 * database of hundreds of files: a clone takes 0.2 to 0.4 s of CPU on ext4, which looks for inodes that were not freed lately, and 0.02 s here.
 */
import { chmod, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { isRunning } from "#platform/process/process-state.ts";

const IN_MEMORY = "/dev/shm";
/** Several times what a run needs. */
const ROOM_BYTES_MIN = 2 * 1024 ** 3;
const NAME = /^winnow-tests-(\d+)-/;

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  await removeLeftovers();
  if (!(await hasRoom())) return;
  // Open to other users, as readers' children and the database may run as one.
  const folder = await mkdtemp(path.join(IN_MEMORY, `winnow-tests-${process.pid}-`));
  await chmod(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function hasRoom(): Promise<boolean> {
  const free = await statfs(IN_MEMORY).catch(() => null);
  return free !== null && Math.min(free.bavail * free.bsize, process.availableMemory()) > ROOM_BYTES_MIN;
}

/** Of runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(IN_MEMORY).catch(() => [])) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !(await isRunning(Number(pid)))) await rm(path.join(IN_MEMORY, name), { recursive: true, force: true });
  }
}
