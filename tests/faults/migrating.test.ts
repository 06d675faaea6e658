/** The database is brought to the next version while the service works: nothing fails, nobody waits long, and the version before goes on working. */
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "#platform/postgres/migrate.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startTestService } from "../support/service.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../migrations");
/** What a later version may do. */
const NEXT = `
  ALTER TABLE tasks ADD COLUMN later text;
  ALTER TABLE deliveries ADD COLUMN later integer NOT NULL DEFAULT 0;
  CREATE INDEX tasks_by_later ON tasks (later) WHERE later IS NOT NULL;
  CREATE TABLE later (id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE);
  ALTER TABLE later ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_rows ON later USING (account_id = nullif(current_setting('winnow.account', true), ''));`;
/** Somebody's report, which reads the tasks for a while. */
const READING_MS = 4_000;
/** How long a session has been waiting for a lock, the migration's own aside: the longest. */
const LONGEST_WAIT = `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - l.waitstart)), 0)::float8 AS seconds
  FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid) WHERE l.waitstart IS NOT NULL AND a.application_name <> 'winnow migrate'`;

test("P06: at 20 requests a second, beside a long reader, a migration fails none of them, holds none up for 2 s, and old and new work on", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-migrations-"));
  await cp(MIGRATIONS, folder, { recursive: true });
  await writeFile(path.join(folder, "9999-later.sql"), NEXT);
  await using old = await startTestService();
  const client = await old.account();
  const body = { file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA, cache: "off" };
  const ids: string[] = [];
  let going = true;
  const one = async () => void ids.push(await client.submit(body));
  const load = (async () => {
    const all: Promise<void>[] = [];
    while (going) {
      all.push(one());
      await sleep(50);
    }
    await Promise.all(all);
  })();
  // What the database made others wait: beside other tests a request also waits for its turn on a core.
  await using watcher = { client: new pg.Client(old.databaseUrl), [Symbol.asyncDispose]: () => watcher.client.end() };
  await watcher.client.connect();
  let longestWait = 0;
  const watching = (async () => {
    while (going) {
      longestWait = Math.max(longestWait, (await watcher.client.query<{ seconds: number }>(LONGEST_WAIT)).rows[0]?.seconds ?? Number.NaN);
      await sleep(20);
    }
  })();
  const reader = new pg.Client(old.databaseUrl);
  await reader.connect();
  await reader.query("BEGIN; SELECT count(*) FROM tasks");
  const from = performance.now();
  setTimeout(() => void reader.query("COMMIT"), READING_MS);
  expect(await migrate({ connectionString: old.databaseUrl }, pathToFileURL(`${folder}/`))).toEqual(["9999-later.sql"]);
  expect(performance.now() - from).toBeGreaterThan(READING_MS);
  await using next = await startTestService({ beside: old });
  const before = ids.length;
  await expect.poll(() => ids.length).toBeGreaterThan(before + 5);
  going = false;
  await Promise.all([load, watching]);
  await reader.end();
  expect(longestWait).toBeGreaterThan(0);
  expect(longestWait).toBeLessThan(2);
  for (const id of ids) expect((await client.wait(id)).status).toBe("completed");
  expect((await next.account()).url).not.toBe(old.url);
  await rm(folder, { recursive: true });
});
