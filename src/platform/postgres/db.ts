/** The connection to PostgreSQL and the only way to run a transaction. Each room describes its tables in its tables.ts. */

import { createHash } from "node:crypto";
import {
  type AbortableOperationOptions,
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
import { memo } from "#contract/memo.ts";
import { unpackedJson } from "#platform/packed.ts";
import type { Vault } from "#platform/vault.ts";
import { accountInScope } from "./account-scope.ts";
import { CONNECT_MS_MAX, type Connection, type Role, watchedSocket } from "./client.ts";
import { Opening, parameterOf, type Sealing } from "./sealed.ts";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** bigint and count(*) are returned as numbers; none of our values exceeds 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.JSON, (text) => JSON.parse(unpackedJson(text)));

export type OpenDb = { db: Db; pool: pg.Pool; [Symbol.asyncDispose](): Promise<void> };

export type DbOptions = {
  connectionsMax: number;
  /** Shown in pg_stat_activity. */
  name: string;
  /** Role of all queries; null: the connecting user, who bypasses row-level security when it owns the tables. */
  role: Role | null;
  /**
   * A query that waits longer for a lock fails; set where a caller waits for the answer. Default: bounded by the statement timeout only.
   */
  lockMsMax?: number;
  /** A longer statement fails; 30 s by default. */
  statementMsMax?: number;
  /** Null: nothing is sealed. */
  vault?: Vault | null;
  /** Whether results and webhooks are compressed when they are long; they are read in either case. */
  packs?: boolean;
  onError: (error: Error) => void;
};

/** Opens a pool. A query fails when no connection is available within 4 s, or when the connection may not take the role. */
export function openDb(connection: Connection, options: DbOptions): OpenDb {
  const pool = new pg.Pool({
    ...connection,
    types,
    Client: clientOf({ vault: options.vault ?? null, packs: options.packs ?? false }),
    max: options.connectionsMax,
    application_name: options.name,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    stream: watchedSocket,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementMsMax ?? 30_000,
    ...(options.lockMsMax === undefined ? {} : { lock_timeout: options.lockMsMax }),
    keepAlive: true,
    pipeline: true,
    ...(options.role === null ? {} : { onConnect: takingRole(options.role) }),
  });
  pool.on("error", options.onError);
  const plugins = options.vault ? [new Opening(options.vault)] : [];
  const db = new Kysely<Tables>({ dialect: new PipeliningDialect({ pool }, options.role === "winnow_app"), plugins });
  return { db, pool, [Symbol.asyncDispose]: () => db.destroy() };
}

/** Runs once per connection before its first query; the pool waits for it. */
function takingRole(role: Role) {
  return (client: pg.ClientBase): Promise<unknown> => client.query(`SET ROLE ${role}`);
}

class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #sendsAccount: boolean;
  constructor(config: PostgresDialectConfig, sendsAccount: boolean) {
    super(config);
    this.#config = config;
    this.#sendsAccount = sendsAccount;
  }
  override createDriver(): PostgresDriver {
    return new PipeliningDriver(this.#config, this.#sendsAccount);
  }
}

/**
 * Sends BEGIN together with the first statement after it; a failed BEGIN surfaces at the commit at the latest. Sends the account in scope
 * the same way, when the connection last worked for another account.
 */
class PipeliningDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>();
  /** Per connection: the account that was sent, and the pending statement while it is in flight. */
  readonly #accounts = new WeakMap<DatabaseConnection, { account: string; arriving: Promise<unknown> | null }>();
  readonly #sendsAccount: boolean;
  constructor(config: PostgresDialectConfig, sendsAccount: boolean) {
    super(config);
    this.#sendsAccount = sendsAccount;
  }
  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(options);
    if (this.#sendsAccount) this.#sendAccount(connection, accountInScope());
    return connection;
  }
  #sendAccount(connection: DatabaseConnection, account: string): void {
    if ((this.#accounts.get(connection)?.account ?? "") === account) return;
    const arriving = connection.executeQuery(CompiledQuery.raw(SET_ACCOUNT, [account]));
    arriving.catch(() => undefined);
    this.#accounts.set(connection, { account, arriving });
  }
  /**
   * When setting the account failed, the query's error is thrown and the connection's account counts as unknown, so that its next user
   * sends it again.
   */
  override async releaseConnection(connection: Parameters<PostgresDriver["releaseConnection"]>[0]): Promise<void> {
    const sent = this.#accounts.get(connection);
    try {
      if (sent?.arriving) await sent.arriving;
      if (sent) sent.arriving = null;
    } catch (error) {
      this.#accounts.set(connection, { account: UNKNOWN, arriving: null });
      throw error;
    } finally {
      await super.releaseConnection(connection);
    }
  }
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings);
    begun.catch(() => undefined);
    this.#begun.set(connection, begun);
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#accounts.get(connection)?.arriving;
    await this.#begun.get(connection);
    await super.commitTransaction(connection);
  }
}

/** Not the id of any account. */
const UNKNOWN = "?";

/**
 * A statement that begins with this comment is parsed and planned once per connection. Only for frequent statements that name their result
 * columns: a `*` would break when a migration adds a column.
 */
const PREPARED = "/* prepared */";
export const prepared = sql.raw(`${PREPARED} `);
const SET_ACCOUNT = `${PREPARED} SELECT set_config('winnow.account', $1, false)`;

/** Short names of the prepared statements; as many as the code has such statements. */
const nameOf = memo((text: string) => createHash("sha1").update(text).digest("base64"));

/** Client class that prepares marked statements and seals `Sealed` parameters. */
function clientOf(sealing: Sealing): typeof pg.Client {
  return class PreparingClient extends pg.Client {
    /**
     * The pool handles errors of idle connections only. When a checked-out connection breaks, its user gets the error; without this
     * listener the event would end the process.
     */
    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on("error", () => undefined);
    }
    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads are passed through
    override query(first: any, ...rest: any[]): any {
      const config = typeof first === "string" ? { text: first, values: rest[0] } : first;
      if (typeof config?.text !== "string" || !Array.isArray(config.values)) return super.query(first, ...rest);
      const values = config.values.map((value: unknown) => parameterOf(value, sealing));
      const name = config.text.startsWith(PREPARED) ? { name: nameOf(config.text) } : {};
      return super.query({ ...config, values, ...name }, ...rest.slice(typeof first === "string" ? 1 : 0));
    }
  };
}

/** Runs one statement given as text, on the pool or inside a transaction; the interface pg-boss requires. */
export function executor(db: Db | Tx): { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> } {
  return {
    executeSql: async (text, values) => {
      const marked = values && values.length > 0 ? `${PREPARED} ${text}` : text;
      return { rows: (await db.executeQuery(CompiledQuery.raw(marked, values ?? []))).rows };
    },
  };
}
