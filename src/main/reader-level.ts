/** The level of confinement of all readers of the node: found once, so that a temporary failure in one process does not stick. */
import { findLevel } from "#documents/find-level.ts";
import type { Level } from "#documents/pool/confinement.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import type { Config } from "#platform/config.ts";
import type { Log } from "#platform/log.ts";
import { readerOf } from "./from-config.ts";

/** Unpacks the OCR data before, which readers need. Rejects with TaskFailure when no reader starts. */
export async function findReaderLevel(config: Config, log: Log): Promise<Level> {
  await unpackTessdata(config.readerDirs.tessdataDir);
  const level = await findLevel(readerOf(config));
  if (level === "full") log.info({ readers: level }, "readers are confined");
  else
    log.warn(
      { readers: level },
      "this system does not let readers be confined fully; docs/security.md says what that means, and what to allow",
    );
  return level;
}
