/** Blobs as files (flydrive), flushed to disk. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { Blobs } from "./blobs.ts";

export function openFolder(folder: string): Blobs {
  const disk = new Disk(new FlushingDriver({ location: folder, visibility: "private" }));
  return {
    put: (key, bytes) => disk.put(key, bytes),
    async get(key) {
      // Flydrive's own read returns a slice of unrelated memory for an empty file.
      return readFile(path.join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
    },
    async delete(key) {
      await disk.delete(key);
    },
    async *keys() {
      for (const account of await listed(disk, ""))
        if (account.isDirectory) for (const { name } of await listed(disk, account.name)) yield name;
    },
    async modifiedAt(key) {
      const { lastModified } = await disk.getMetaData(key).catch(() => ({ lastModified: null }));
      return lastModified?.getTime() ?? Number.POSITIVE_INFINITY;
    },
  };
}

/** Entries of a folder; none when the folder does not exist. Names are relative to the root. */
async function listed(disk: Disk, folder: string): Promise<{ name: string; isDirectory: boolean }[]> {
  const { objects } = await disk.listAll(folder).catch(() => ({ objects: [] }));
  return Array.from(objects, (each) => (each.isFile ? { name: each.key, isDirectory: false } : { name: each.prefix, isDirectory: true }));
}

/** Flushes to disk, so that the document of an accepted task survives a power cut. */
class FlushingDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const file = path.join(String(this.options.location), key);
    const write = () => writeFile(file, contents, { flush: true });
    const writeInFolder = async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      await mkdir(path.dirname(file), { recursive: true });
      await write();
    };
    await write()
      .catch(writeInFolder)
      .catch(async (error: unknown) => {
        // A full disk leaves a partial file.
        await rm(file, { force: true }).catch(() => undefined);
        throw error;
      });
  }
}
