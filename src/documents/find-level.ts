/** How strictly this system lets readers be confined (pool/confinement.ts). */
import { fileURLToPath } from "node:url";
import { deleteChildDirs, makeTempDir } from "./pool/child-dirs.ts";
import { readersHaveStarted } from "./pool/compiled.ts";
import type { Level } from "./pool/confinement.ts";
import { ReaderPool } from "./pool/reader-pool.ts";

const PROBE_ENTRY = fileURLToPath(new URL("./child/probe.ts", import.meta.url));

/**
 * `entry`: the readers' program. The first start of a version on a data dir starts a whole reader, so that libraries that cannot be loaded
 * are noticed; later ones, when `haveStarted`, start a child that loads nothing, in a fraction of the time. Rejects with TaskFailure when none
 * starts.
 */
export async function findLevel(
  options: { tessdataDir: string; tempDir: string; entry: string },
  haveStarted = readersHaveStarted(),
): Promise<Level> {
  makeTempDir(options.tempDir);
  void deleteChildDirs(options.tempDir);
  const pool = new ReaderPool({ ...options, size: 1, ...(haveStarted ? { entry: PROBE_ENTRY } : {}) });
  return pool.findLevel().finally(() => pool.close());
}
