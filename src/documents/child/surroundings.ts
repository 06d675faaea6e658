/** What a child finds when it is started (pool/reader-child.ts). */
import { accessSync, constants } from "node:fs";

/** The socket to its parent. */
export const SOCKET_FD = 3;

/** An unprivileged user may not enter a data dir below a private folder; the pool then starts the child in the next, less confined way. */
export function endUnlessReadable(dir: string): void {
  try {
    accessSync(dir, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") end();
  }
}

/** Kills the process: an orderly exit joins native threads, which may still work or never end. */
export function end(): void {
  process.kill(process.pid, "SIGKILL");
}
