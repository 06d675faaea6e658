/** The supervisor's embedded PostgreSQL, restarted whenever it ends by itself. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#platform/log.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";

const PAUSE_MS = 500;

/** Resolves when the server answers; rejects when the first start fails. Disposing shuts the server down. */
export async function keepPostgres(folder: string, log: Log, connectionsMax: number): Promise<AsyncDisposable> {
  const start = () => startEmbeddedPostgres(folder, (line) => log.debug({ line }, "postgres"), connectionsMax);
  let server: EmbeddedPostgres | null = await start();
  const stopping = new AbortController();
  const { signal } = stopping;
  const watch = async () => {
    while (!signal.aborted) {
      await server?.ended;
      if (signal.aborted) return;
      log.error("the database ended and is started again");
      server = await start().catch((error: unknown) => {
        log.error({ err: error }, "the database could not be started; trying again");
        return null;
      });
      if (server === null) await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const watching = watch();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await server?.[Symbol.asyncDispose]();
      await watching;
      await server?.[Symbol.asyncDispose]();
    },
  };
}
