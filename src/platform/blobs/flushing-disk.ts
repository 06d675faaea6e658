/** Files as flydrive keeps them, flushed to disk. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";

export const openDisk = (folder: string): Disk => new Disk(new FlushingDriver({ location: folder, visibility: "private" }));

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
