/** The connection to PostgreSQL and the only way to run a transaction. Tables are described in tables.ts. */
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** How to reach the database; what `pg` takes. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

/** bigint and count(*) come as numbers: none of ours passes 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

export type OpenDb = { db: Db; pool: pg.Pool; [Symbol.asyncDispose](): Promise<void> };

/**
 * Opens a pool of at most `connectionsMax`. A connection that cannot be had within 5 s fails the query.
 * `name` shows in pg_stat_activity.
 */
export function openDb(connection: Connection, options: { connectionsMax: number; name: string; onError: (error: Error) => void }): OpenDb {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: options.connectionsMax,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    keepAlive: true,
  });
  pool.on("error", options.onError);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, [Symbol.asyncDispose]: () => db.destroy() };
}

/** Runs one statement given as text, on the pool or inside a transaction; what pg-boss asks for. */
export function executor(db: Db | Tx): { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> } {
  return { executeSql: async (text, values) => ({ rows: (await db.executeQuery(CompiledQuery.raw(text, values ?? []))).rows }) };
}
