/**
 * One supervisor per data dir. The lock records its owner's process id and start time, so that the lock of a killed owner is recognised as
 * stale.
 */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { startTime } from "./process-state.ts";

export type DataDirLock = { [Symbol.asyncDispose](): Promise<void> };

/** Rejects with a message that names the running process when another one owns the data dir. */
export async function lockDataDir(dataDir: string, purpose: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, "owner.lock");
  const mine = JSON.stringify({ pid: process.pid, started: await startTime(process.pid), purpose });
  for (let tries = 0; tries < 5; tries++) {
    try {
      await writeFile(file, mine, { flag: "wx", mode: 0o600 });
      return { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const owner = await readOwner(file);
    if (owner && (await startTime(owner.pid)) === owner.started) {
      throw new Error(
        `Winnow already runs on ${dataDir} (process ${owner.pid}, ${owner.purpose}). Stop it first, or set WINNOW_DATA_DIR to another folder.`,
      );
    }
    const aside = `${file}.${process.pid}`;
    await rename(file, aside).catch(() => undefined);
    await rm(aside, { force: true });
  }
  throw new Error(`The lock ${file} could not be taken. If no Winnow runs on this folder, delete that file.`);
}

async function readOwner(file: string): Promise<{ pid: number; started: string; purpose: string } | null> {
  const text = await readFile(file, "utf8").catch(() => "");
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
