/** Records as files of a folder: written beside under another name, flushed, and renamed. */
import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { FAILED, type Target } from "./target.ts";

/** What a process that was killed has left, when it is so old. */
const isUnfinished = (name: string): boolean => name.startsWith(".task_") && name.includes(".json.") && name.endsWith(".tmp");
const UNFINISHED_MS = 60 * 60_000;

/** In a folder that need not be there. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter(isUnfinished)) {
    const at = path.join(folder, name);
    const { mtimeMs } = await stat(at);
    if (Date.now() - mtimeMs > UNFINISHED_MS) await rm(at, { force: true });
  }
}

/** Throws when the folder cannot be used. */
export async function openFolderTarget(folder: string): Promise<Target> {
  await mkdir(folder, { recursive: true });
  await removeUnfinished(folder);
  await removeUnfinished(path.join(folder, FAILED));
  return {
    async write(name, text) {
      const at = path.join(folder, name);
      const within = path.dirname(at);
      await mkdir(within, { recursive: true });
      const aside = path.join(within, `.${path.basename(name)}.${randomBytes(6).toString("hex")}.tmp`);
      try {
        await writeFile(aside, text, { flush: true });
        await rename(aside, at);
      } catch (error) {
        await rm(aside, { force: true }).catch(() => undefined);
        throw error;
      }
      // The name, too, survives a power cut.
      for (const each of new Set([within, folder])) {
        await using directory = await open(each);
        await directory.sync();
      }
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
