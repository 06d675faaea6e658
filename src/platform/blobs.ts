/** Documents as files, through flydrive so that object stores can follow. Keys are ours; nothing of a caller's name is in them. */
import { open } from "node:fs/promises";
import path from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";

export type Blobs = {
  /** On the disk when the promise resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is none. */
  get(key: string): Promise<Buffer | null>;
  /** Fine when there is none. */
  delete(key: string): Promise<void>;
};

export function openBlobs(folder: string): Blobs {
  const disk = new Disk(new FSDriver({ location: folder, visibility: "private" }));
  return {
    async put(key, bytes) {
      await disk.put(key, bytes);
      await flush(path.join(folder, key));
    },
    async get(key) {
      try {
        return Buffer.from(await disk.getBytes(key));
      } catch (error) {
        if (await disk.exists(key)) throw error;
        return null;
      }
    },
    async delete(key) {
      await disk.delete(key);
    },
  };
}

async function flush(file: string): Promise<void> {
  await using handle = await open(file, "r");
  await handle.datasync();
}
