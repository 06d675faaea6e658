/** A PostgreSQL of a test's own, to be restarted, filled and cut off. */
import path from "node:path";
import pg from "pg";
import type { Connection } from "#platform/postgres/client.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";

export type OwnDatabase = {
  /** A new way to it over TCP, with faults of its own. */
  proxy(): Promise<FaultProxy>;
  /** As `pg_ctl -m immediate restart`: no checkpoint, recovery from the log. */
  restartNow(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** On a connection that no proxy disturbs. */
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  connection: Connection;
  /** A connection of its own, to be ended by whoever asked for it. */
  connect(): Promise<pg.Client>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** What a service is told as DATABASE_URL. */
export const databaseUrl = ({ port }: FaultProxy): string => `postgres://winnow@127.0.0.1:${port}/postgres`;

/** `folder` is made when it is not there. */
export async function startOwnDatabase(folder: string): Promise<OwnDatabase> {
  const begin = () => startEmbeddedPostgres(folder, () => undefined);
  let server = await begin();
  const { connection } = server;
  if (!("host" in connection)) throw new Error("the embedded database has a socket");
  const connect = async () => {
    const client = new pg.Client(connection);
    client.on("error", () => undefined);
    await client.connect();
    return client;
  };
  const start = async () => {
    server = await begin();
  };
  return {
    proxy: () => startFaultProxy({ path: path.join(connection.host, ".s.PGSQL.5432") }),
    async restartNow() {
      process.kill(server.pid, "SIGQUIT");
      await server.ended;
      await start();
    },
    stop: () => server[Symbol.asyncDispose](),
    start,
    connection,
    connect,
    async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const client = await connect();
      try {
        return (await client.query<T>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
