/**
 * Releases what a dead process held: a worker's jobs at once (their heartbeats would expire after 10 s), and the idempotency keys of requests
 * that an API process did not answer. Loaded by the supervisor once its service is ready.
 */
import { sql } from "kysely";
import { releaseIdempotencyKeys } from "#accounts/idempotency.store.ts";
import type { Log } from "#platform/log.ts";
import type { Connection, Role } from "#platform/postgres/client.ts";
import { openDb } from "#platform/postgres/db.ts";
import { JOB_DUE } from "#platform/postgres/listen.ts";
import { openQueue } from "#platform/queue/queue.ts";
import type { Vault } from "#platform/vault.ts";
import type { Death } from "./child.ts";
import { POOLS } from "./connections.ts";

export type ReleaseDeps = { connection: Connection; role: Role | null; vault: Vault | null; log: Log };

/** Nothing is taken from the queue here. */
const DEAF = { listen: async () => () => undefined };

export async function release({ connection, role, vault, log }: ReleaseDeps, { instance, held }: Death): Promise<void> {
  const onError = (error: Error) => log.warn({ err: error }, "a database connection broke");
  await using opened = openDb(connection, { connectionsMax: POOLS.supervisor, name: "winnow supervisor", role, vault, onError });
  const { db } = opened;
  if (held.length > 0) {
    await using queue = await openQueue({ db, notifications: DEAF, log });
    for (const { name, claim } of held) await queue.boss.fail(name, claim);
    for (const name of new Set(held.map((each) => each.name))) await sql`SELECT pg_notify(${JOB_DUE}, ${name})`.execute(db);
  }
  await releaseIdempotencyKeys(db, instance);
}
