/** Records as files of a folder: written beside under another name, flushed, and renamed. */
import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Target } from "./target.ts";

/** What a process that was killed has left, when it is so old. */
const isUnfinished = (name: string): boolean => name.startsWith(".task_") && name.includes(".json.") && name.endsWith(".tmp");
const UNFINISHED_MS = 60 * 60_000;

/** Throws when the folder cannot be used. */
export async function openFolderTarget(folder: string): Promise<Target> {
  await mkdir(folder, { recursive: true });
  for (const name of (await readdir(folder)).filter(isUnfinished)) {
    const at = path.join(folder, name);
    const { mtimeMs } = await stat(at);
    if (Date.now() - mtimeMs > UNFINISHED_MS) await rm(at, { force: true });
  }
  return {
    async write(name, text) {
      const aside = path.join(folder, `.${name}.${randomBytes(6).toString("hex")}.tmp`);
      try {
        await writeFile(aside, text, { flush: true });
        await rename(aside, path.join(folder, name));
      } catch (error) {
        await rm(aside, { force: true }).catch(() => undefined);
        throw error;
      }
      // The name, too, survives a power cut.
      await using directory = await open(folder);
      await directory.sync();
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
