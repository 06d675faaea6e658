/** Single connections to PostgreSQL, without what pools and queries take (db.ts): all that a supervisor needs. */
import { Socket } from "node:net";
import pg from "pg";

/** Connection parameters of `pg`. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

/** `winnow_app` sees the rows of the account in scope; `winnow_system` sees all rows (row-security.ts). */
export type Role = "winnow_app" | "winnow_system";

/** Longer than the statement timeout and than an idle connection is kept: a socket silent for this long is dead. */
const SILENCE_MS_MAX = 35_000;

/** A connection that a broken network left without an answer fails; TCP alone would wait for 15 minutes. */
export function watchedSocket(): Socket {
  const socket = new Socket();
  return socket.setTimeout(SILENCE_MS_MAX, () => socket.destroy(new Error("the database was silent for too long")));
}

export const CONNECT_MS_MAX = 4_000;

/**
 * A single connection, not yet connected. When it breaks, its queries fail. `mayBeSilent`: its statements may take long. `answerMsMax`: a
 * query without an answer by then fails.
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
