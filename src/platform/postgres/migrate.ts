/** Plain numbered SQL, forward only, each file in its own transaction, under one lock so that two processes may boot together. */
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { installQueue } from "#platform/queue/queue.ts";
import type { Connection } from "./db.ts";
import { installRowSecurity } from "./row-security.ts";

const FOLDER = new URL("../../../migrations/", import.meta.url);
/** Any constant; shared by all Winnow processes of a database. */
const LOCK = 7_240_611;

/** Brings the schema up to date; returns the names of the files it ran. Safe to call at every start, from several processes. */
export async function migrate(connection: Connection): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: "winnow migrate" });
  // Whoever waits for a statement hears of it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query("CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())");
    const done = new Set((await client.query<{ name: string }>("SELECT name FROM migrations")).rows.map((row) => row.name));
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
    const ran: string[] = [];
    for (const name of files.filter((file) => !done.has(file))) {
      await client.query("BEGIN");
      await client.query(await readFile(new URL(name, FOLDER), "utf8"));
      await client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
      await client.query("COMMIT");
      ran.push(name);
    }
    await installQueue(client);
    await installRowSecurity(client);
    return ran;
  } finally {
    await client.end();
  }
}
