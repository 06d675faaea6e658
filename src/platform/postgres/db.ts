/** The connection to PostgreSQL and the only way to run a transaction. Rooms describe their tables in their tables.ts. */
import { createHash } from "node:crypto";
import { Socket } from "node:net";
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
import type { Vault } from "#platform/vault.ts";
import { accountInScope } from "./account-scope.ts";
import { Opening, parameterOf } from "./sealed.ts";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** How to reach the database; what `pg` takes. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

/** `winnow_app` sees the rows of the account in scope; `winnow_system` sees all (row-security.ts). */
export type Role = "winnow_app" | "winnow_system";

/** bigint and count(*) come as numbers: none of ours passes 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

export type OpenDb = { db: Db; pool: pg.Pool; [Symbol.asyncDispose](): Promise<void> };

export type DbOptions = {
  connectionsMax: number;
  /** Shows in pg_stat_activity. */
  name: string;
  /** As whom all queries are run; null: as the user who connects, who passes row-level security where the tables are theirs. */
  role: Role | null;
  /** A query that waits longer for a lock fails; for whoever answers somebody who waits. Else the statement's own time counts. */
  lockMsMax?: number;
  /** A statement that takes longer fails; 30 s by default. */
  statementMsMax?: number;
  /** Null: nothing is sealed. */
  vault?: Vault | null;
  onError: (error: Error) => void;
};

/** Longer than a statement may run, and than an idle connection is kept: when nothing came or went for so long, nobody is there. */
const SILENCE_MS_MAX = 35_000;

/** A connection that a broken network left without an answer ends with an error; TCP alone would wait for a quarter of an hour. */
function watchedSocket(): Socket {
  const socket = new Socket();
  return socket.setTimeout(SILENCE_MS_MAX, () => socket.destroy(new Error("the database was silent for too long")));
}

const CONNECT_MS_MAX = 4_000;

/**
 * A connection of its own, to be connected. When it breaks, what is asked of it fails. `mayBeSilent`: its statements may take long;
 * `answerMsMax`: one without an answer by then has failed.
 */
export function openClient(
  connection: Connection,
  name: string,
  { mayBeSilent = false, answerMsMax }: { mayBeSilent?: boolean; answerMsMax?: number } = {},
): pg.Client {
  const patience = { keepAlive: true, connectionTimeoutMillis: CONNECT_MS_MAX, ...(mayBeSilent ? {} : { stream: watchedSocket }) };
  const answers = answerMsMax === undefined ? {} : { query_timeout: answerMsMax };
  const client = new pg.Client({ ...connection, ...patience, ...answers, application_name: name });
  client.on("error", () => undefined);
  return client;
}

/** Opens a pool. A connection that cannot be had within 4 s, or may not take the role, fails the query. */
export function openDb(connection: Connection, options: DbOptions): OpenDb {
  const pool = new pg.Pool({
    ...connection,
    types,
    Client: clientOf(options.vault ?? null),
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

/** Once per connection, before its first query; the pool waits for it. */
function takingRole(role: Role) {
  return (client: pg.ClientBase): Promise<unknown> => client.query(`SET ROLE ${role}`);
}

class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #tellsAccount: boolean;
  constructor(config: PostgresDialectConfig, tellsAccount: boolean) {
    super(config);
    this.#config = config;
    this.#tellsAccount = tellsAccount;
  }
  override createDriver(): PostgresDriver {
    return new PipeliningDriver(this.#config, this.#tellsAccount);
  }
}

/**
 * BEGIN goes out together with the first statement after it; one that failed is told at the commit at the latest.
 * So does the account in scope, when the connection was told another before.
 */
class PipeliningDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>();
  /** Per connection the account it works for, and while that is on its way, its arrival. */
  readonly #told = new WeakMap<DatabaseConnection, { account: string; arriving: Promise<unknown> | null }>();
  readonly #tellsAccount: boolean;
  constructor(config: PostgresDialectConfig, tellsAccount: boolean) {
    super(config);
    this.#tellsAccount = tellsAccount;
  }
  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(options);
    if (this.#tellsAccount) this.#tellAccount(connection, accountInScope());
    return connection;
  }
  #tellAccount(connection: DatabaseConnection, account: string): void {
    if ((this.#told.get(connection)?.account ?? "") === account) return;
    const arriving = connection.executeQuery(CompiledQuery.raw(TELL_ACCOUNT, [account]));
    arriving.catch(() => undefined);
    this.#told.set(connection, { account, arriving });
  }
  /** A connection that could not be told its account gives no answer; whoever has it next tells it anew. */
  override async releaseConnection(connection: Parameters<PostgresDriver["releaseConnection"]>[0]): Promise<void> {
    const told = this.#told.get(connection);
    try {
      if (told?.arriving) await told.arriving;
      if (told) told.arriving = null;
    } catch (error) {
      this.#told.set(connection, { account: UNKNOWN, arriving: null });
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
    await this.#told.get(connection)?.arriving;
    await this.#begun.get(connection);
    await super.commitTransaction(connection);
  }
}

/** No account's id. */
const UNKNOWN = "?";

/**
 * A statement that begins with this comment is parsed and planned once per connection. For the hot ones only, and only where the
 * result's columns are named: a `*` would break when a migration adds a column.
 */
const PREPARED = "/* prepared */";
export const prepared = sql.raw(`${PREPARED} `);
const TELL_ACCOUNT = `${PREPARED} SELECT set_config('winnow.account', $1, false)`;

/** Short names of the prepared statements; there are as many as the code has such statements. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("sha1").update(text).digest("base64");
  names.set(text, name);
  return name;
}

/** Clients that prepare such statements, and seal what is to be sealed. */
function clientOf(vault: Vault | null): typeof pg.Client {
  return class PreparingClient extends pg.Client {
    /** The pool hears of idle connections only; one that breaks while it is lent tells whoever uses it, and must not end the process. */
    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on("error", () => undefined);
    }
    // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads are passed on as they come
    override query(first: any, ...rest: any[]): any {
      const config = typeof first === "string" ? { text: first, values: rest[0] } : first;
      if (typeof config?.text !== "string" || !Array.isArray(config.values)) return super.query(first, ...rest);
      const values = config.values.map((value: unknown) => parameterOf(value, vault));
      const name = config.text.startsWith(PREPARED) ? { name: nameOf(config.text) } : {};
      return super.query({ ...config, values, ...name }, ...rest.slice(typeof first === "string" ? 1 : 0));
    }
  };
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
