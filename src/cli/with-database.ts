/** Runs a command against the running server's database, or starts the embedded database for the duration of the command. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, readConfig } from "#platform/config.ts";
import { openVault } from "#platform/encryption-keys.store.ts";
import type { Connection } from "#platform/postgres/client.ts";
import { type Db, openDb } from "#platform/postgres/db.ts";
import { embeddedConnection, embeddedPostgresAnswers, startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { findRowSecurity } from "#platform/postgres/row-security.ts";
import { aborted } from "#platform/process/aborted.ts";
import { lockDataDir } from "#platform/process/data-dir-lock.ts";

const WAIT_MS_MAX = 30_000;

/** An aborted signal stops the work; a database started here is shut down. */
export async function withDatabase<T>(
  signal: AbortSignal,
  work: (db: Db, config: Config, connection: Connection) => Promise<T>,
): Promise<T> {
  const config = readConfig();
  await using stack = new AsyncDisposableStack();
  const connection = await reach(config, stack, signal);
  await migrate(connection);
  const role = (await findRowSecurity(connection)).isOn ? "winnow_system" : null;
  const vault = await openVault(connection, config.masterKeys);
  const { db } = stack.use(openDb(connection, { connectionsMax: 2, name: "winnow command", role, vault, onError: () => undefined }));
  return await Promise.race([work(db, config, connection), aborted(signal)]);
}

/** A starting server holds the lock before its database answers, so both ways are retried for a while. */
async function reach(config: Config, stack: AsyncDisposableStack, signal: AbortSignal): Promise<Connection> {
  if (config.database.kind === "url") return { connectionString: config.database.url };
  const { folder } = config.database;
  for (const end = Date.now() + WAIT_MS_MAX; ; await sleep(200, undefined, { signal })) {
    if (await embeddedPostgresAnswers(folder)) return embeddedConnection(folder);
    const lock = await lockDataDir(config.dataDir, "winnow command").catch((error: unknown) => error);
    if (!(lock instanceof Error) && isDisposable(lock)) {
      stack.use(lock);
      return stack.use(await startEmbeddedPostgres(folder, () => undefined)).connection;
    }
    if (Date.now() > end) throw lock;
  }
}

const isDisposable = (value: unknown): value is AsyncDisposable =>
  typeof value === "object" && value !== null && Symbol.asyncDispose in value;
