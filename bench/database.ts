/** A PostgreSQL of its own with the tables of the service, in a folder that goes with it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Db, openDb } from "#platform/postgres/db.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { migrate } from "#platform/postgres/migrate.ts";

const CONNECTIONS_MAX = 200;
const STATEMENT_MS_MAX = 600_000;

export type BenchDatabase = { db: Db; connection: Parameters<typeof openDb>[0] };

/** Statements of `db` go over one connection, one after the other. `stack` stops it all. */
export async function benchDatabase(stack: AsyncDisposableStack): Promise<BenchDatabase> {
  const home = await mkdtemp(path.join(tmpdir(), "winnow-bench-"));
  stack.defer(() => rm(home, { recursive: true, force: true }));
  const { connection } = stack.use(await startEmbeddedPostgres(path.join(home, "postgres"), () => undefined, CONNECTIONS_MAX));
  await migrate(connection);
  const options = { connectionsMax: 1, name: "bench", role: null, statementMsMax: STATEMENT_MS_MAX, onError: () => undefined };
  return { db: stack.use(openDb(connection, options)).db, connection };
}
