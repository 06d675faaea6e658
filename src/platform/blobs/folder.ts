/** Blobs as files (flydrive), flushed to disk. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Disk } from "flydrive";
import { once } from "#contract/memo.ts";
import type { Blobs } from "./blobs.ts";

export function openFolder(folder: string): Blobs {
  // Loaded with the first document.
  const opened = once(async () => (await import("./flushing-disk.ts")).openDisk(folder));
  return {
    put: async (key, bytes) => (await opened()).put(key, bytes),
    async get(key) {
      // Flydrive's own read returns a slice of unrelated memory for an empty file.
      return readFile(path.join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
    },
    async copy(from, to) {
      try {
        await (await opened()).copy(from, to);
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async delete(key) {
      await (await opened()).delete(key);
    },
    async *keys() {
      const disk = await opened();
      for (const account of await listed(disk, ""))
        if (account.isDirectory) for (const { name } of await listed(disk, account.name)) yield name;
    },
    async modifiedAt(key) {
      const { lastModified } = await (await opened()).getMetaData(key).catch(() => ({ lastModified: null }));
      return lastModified?.getTime() ?? Number.POSITIVE_INFINITY;
    },
  };
}

/** Flydrive names the cause. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && "code" in error.cause && error.cause.code === "ENOENT";

/** Entries of a folder; none when the folder does not exist. Names are relative to the root. */
async function listed(disk: Disk, folder: string): Promise<{ name: string; isDirectory: boolean }[]> {
  const { objects } = await disk.listAll(folder).catch(() => ({ objects: [] }));
  return Array.from(objects, (each) => (each.isFile ? { name: each.key, isDirectory: false } : { name: each.prefix, isDirectory: true }));
}
