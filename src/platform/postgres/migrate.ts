/**
 * Numbered SQL files, forward only, under one lock so that several processes may start at once. Each runs in its own transaction, unless
 * it says otherwise in its first line.
 */
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { installQueue } from "#platform/queue/install.ts";
import { type Connection, openClient } from "./client.ts";
import { installRowSecurity } from "./row-security.ts";

const FOLDER = new URL("../../../migrations/", import.meta.url);
/** Any constant; shared by all Winnow processes of a database. */
const LOCK = 7_240_611;

/**
 * A statement waiting for a table lock blocks all later ones on that table. So it gives up after this many ms, lets them pass and tries
 * again.
 */
const LOCK_WAIT_MS = 1_000;
const TRIES_MAX = 120;
const PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = "55P03";
/** First line of a file whose statements, each ending a line, run one by one: what PostgreSQL refuses in a transaction. It may run again. */
const NO_TRANSACTION = "-- no transaction\n";
/** Between two tries to get the lock. A statement that waited for it would itself be waited for by CREATE INDEX CONCURRENTLY. */
const TURN_MS = 50;

/** Migrates the schema and returns the names of the files that it ran. Safe to call at every start, from several processes. */
export async function migrate(connection: Connection, folder: URL = FOLDER): Promise<string[]> {
  const client = openClient(connection, "winnow migrate", { mayBeSilent: true });
  await client.connect();
  try {
    while (!(await takesLock(client))) await sleep(TURN_MS);
    await client.query("CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())");
    const done = new Set((await client.query<{ name: string }>("SELECT name FROM migrations")).rows.map((row) => row.name));
    const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
    const ran: string[] = [];
    for (const name of files.filter((file) => !done.has(file))) {
      await run(client, name, await readFile(new URL(name, folder), "utf8"));
      ran.push(name);
    }
    await installQueue(client);
    await installRowSecurity(client);
    return ran;
  } finally {
    await client.end();
  }
}

async function takesLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [LOCK]);
  return rows[0]?.taken === true;
}

async function run(client: pg.Client, name: string, text: string): Promise<void> {
  if (text.startsWith(NO_TRANSACTION)) {
    for (const statement of text.split(/;\n/)) await client.query(statement);
    await client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
    return;
  }
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
      await client.query(text);
      await client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
      await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      const waited = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!waited || tries === TRIES_MAX) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
