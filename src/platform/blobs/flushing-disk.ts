/** Files as flydrive keeps them, flushed to disk. */
import { constants } from "node:fs";
import { copyFile, mkdir, open, rm, writeFile } from "node:fs/promises";
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

  /** Where the file system can, both share their blocks until one is written. */
  override async copy(source: string, destination: string): Promise<void> {
    const [from, to] = [source, destination].map((key) => path.join(String(this.options.location), key)) as [string, string];
    try {
      await mkdir(path.dirname(to), { recursive: true });
      await copyFile(from, to, constants.COPYFILE_FICLONE);
      await using file = await open(to, "r+");
      await file.sync();
    } catch (error) {
      await rm(to, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}
