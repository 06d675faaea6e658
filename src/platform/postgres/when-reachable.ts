/** Waits for a database that is not reachable yet, or temporarily, or that has no room. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#platform/log.ts";
import { CommitUnknown } from "./transaction.ts";

const RETRY_MS = 1_000;

/**
 * Returns what `work` gives; repeats it for at most `forMs` while it fails because no database is reachable or its disk is full. Rejects with
 * any other error at once, and with the signal's reason in the place of a repetition.
 */
export async function whenReachable<T>(
  work: () => Promise<T>,
  { log, signal, forMs = Number.POSITIVE_INFINITY }: { log: Log; signal?: AbortSignal; forMs?: number },
): Promise<T> {
  for (const until = Date.now() + forMs; ; await sleep(RETRY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > until) throw error;
      signal?.throwIfAborted();
      log.warn({ err: error }, "the database cannot be reached; trying again");
    }
  }
}

/**
 * Network errors, and those of PostgreSQL: connection exceptions (SQLSTATE class 08), insufficient resources such as a full disk or too many
 * connections (53), starting up or shutting down (57P01 to 57P03), errors of its system (58).
 */
const CODES = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08\w{3}|53\w{3}|57P0[123]|58\w{3})$/;
/** Messages of node-postgres errors that have no code. */
const WORDS = /connection terminated|timeout exceeded when trying to connect|timeout expired/i;

/** Whether the error says nothing of what was asked, so that asking again later may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof CommitUnknown) return isUnreachable(error.cause);
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  // A missing socket of a local server; other missing files are real errors.
  const hasNoSocket = code === "ENOENT" && "syscall" in error && error.syscall === "connect";
  return WORDS.test(error.message) || CODES.test(code) || hasNoSocket;
}
