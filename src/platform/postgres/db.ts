/** The connection to PostgreSQL and the only way to run a transaction. Tables are described in tables.ts. */
import { createHash } from "node:crypto";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
  type Transaction,
  type TransactionSettings,
} from "kysely";
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
    Client: PreparingClient,
    max: options.connectionsMax,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    keepAlive: true,
    pipeline: true,
  });
  pool.on("error", options.onError);
  const db = new Kysely<Tables>({ dialect: new PipeliningDialect({ pool }) });
  return { db, pool, [Symbol.asyncDispose]: () => db.destroy() };
}

class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): PostgresDriver {
    return new PipeliningDriver(this.#config);
  }
}

/** BEGIN goes out together with the first statement after it; one that failed is told at the commit at the latest. */
class PipeliningDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>();
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings);
    begun.catch(() => undefined);
    this.#begun.set(connection, begun);
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection);
    await super.commitTransaction(connection);
  }
}

/**
 * A statement that begins with this comment is parsed and planned once per connection. For the hot ones only, and only where the
 * result's columns are named: a `*` would break when a migration adds a column.
 */
const PREPARED = "/* prepared */";
export const prepared = sql.raw(`${PREPARED} `);

/** Short names of the prepared statements; there are as many as the code has such statements. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("sha1").update(text).digest("base64");
  names.set(text, name);
  return name;
}

class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads are passed on as they come
  override query(first: any, ...rest: any[]): any {
    const config = typeof first === "string" ? { text: first, values: rest[0] } : first;
    if (typeof config?.text !== "string" || !config.text.startsWith(PREPARED)) return super.query(first, ...rest);
    return super.query({ ...config, name: nameOf(config.text) }, ...rest.slice(typeof first === "string" ? 1 : 0));
  }
}

/** Runs one statement given as text, on the pool or inside a transaction; what pg-boss asks for. */
export function executor(db: Db | Tx): { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> } {
  return {
    executeSql: async (text, values) => {
      const marked = values && values.length > 0 ? `${PREPARED} ${text}` : text;
      return { rows: (await db.executeQuery(CompiledQuery.raw(marked, values ?? []))).rows };
    },
  };
}
