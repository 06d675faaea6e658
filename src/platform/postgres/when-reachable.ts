/** Waits for a database that is not there yet, or not at the moment. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#platform/log.ts";

const RETRY_MS = 1_000;

/**
 * What `work` gives, which is tried again, for `forMs` at most, while it fails as no database can be reached. Rejects with any other error at
 * once, and with the signal's reason.
 */
export async function whenReachable<T>(
  work: () => Promise<T>,
  { log, signal, forMs = Number.POSITIVE_INFINITY }: { log: Log; signal?: AbortSignal; forMs?: number },
): Promise<T> {
  for (const until = Date.now() + forMs; ; await sleep(RETRY_MS)) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > until) throw error;
      log.warn({ err: error }, "the database cannot be reached; trying again");
    }
  }
}

/** Of the network, or of PostgreSQL: connection exceptions (SQLSTATE class 08), no connection left (53300), starting or ending (57P01 to 57P03). */
const CODES = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08\w{3}|53300|57P0[123])$/;
/** What node-postgres says without a code. */
const WORDS = /connection terminated|timeout exceeded when trying to connect|timeout expired/i;

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  // The socket of a server on this machine; another file that is missing stays missing.
  const hasNoSocket = code === "ENOENT" && "syscall" in error && error.syscall === "connect";
  return WORDS.test(error.message) || CODES.test(code) || hasNoSocket;
}
