/** Documents as files, through flydrive so that object stores can follow. Keys are ours; nothing of a caller's name is in them. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { Vault } from "./vault.ts";

export type Blobs = {
  /** On the disk when the promise resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is none. */
  get(key: string): Promise<Buffer | null>;
  /** Fine when there is none. */
  delete(key: string): Promise<void>;
  /** All of them, an account after the other. */
  keys(): AsyncIterable<string>;
  /** Unix time, ms; infinite for one that is gone by now. */
  modifiedAt(key: string): Promise<number>;
};

/** With a vault, what is put is sealed. */
export function openBlobs(folder: string, vault: Vault | null = null): Blobs {
  const disk = new Disk(new FlushingDriver({ location: folder, visibility: "private" }));
  return {
    put: (key, bytes) => disk.put(key, vault ? vault.sealBytes(bytes) : bytes),
    async get(key) {
      try {
        const { buffer, byteOffset, byteLength } = await disk.getBytes(key);
        const bytes = Buffer.from(buffer, byteOffset, byteLength);
        return vault ? vault.openBytes(bytes) : bytes;
      } catch (error) {
        if (await disk.exists(key)) throw error;
        return null;
      }
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

/** What lies in a folder; nothing when the folder is not there. Names begin at the root. */
async function listed(disk: Disk, folder: string): Promise<{ name: string; isDirectory: boolean }[]> {
  const { objects } = await disk.listAll(folder).catch(() => ({ objects: [] }));
  return Array.from(objects, (each) => (each.isFile ? { name: each.key, isDirectory: false } : { name: each.prefix, isDirectory: true }));
}

/** Writes through to the disk: a task that was accepted has its document even after a power cut. */
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
        // A full disk leaves what fitted on it.
        await rm(file, { force: true }).catch(() => undefined);
        throw error;
      });
  }
}
