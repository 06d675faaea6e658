/** Several processes that start at the same moment on one new database. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { openVault } from "#platform/encryption-keys.store.ts";
import { openLog } from "#platform/log.ts";
import { openDb } from "#platform/postgres/db.ts";
import { openNotifications } from "#platform/postgres/listen.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { findRowSecurity } from "#platform/postgres/row-security.ts";
import { openQueue } from "#platform/queue/queue.ts";

async function emptyDatabase() {
  const host = inject("postgresSocket");
  const database = `boot_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ host, user: "winnow", database: "postgres", port: 5432 });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
  await admin.end();
  return { host, user: "winnow", database, port: 5432 };
}

test("P07: four processes migrate together: each file runs once, all four are ready", async () => {
  const connection = await emptyDatabase();
  const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(connection)));
  expect(ran.flat().sort()).toEqual([...new Set(ran.flat())].sort());
  expect(ran.filter((files) => files.length > 0)).toHaveLength(1);
  expect(await migrate(connection)).toEqual([]);
});

test("three processes set up the queue together, and each can use it", async () => {
  const connection = await emptyDatabase();
  await migrate(connection);
  await using stack = new AsyncDisposableStack();
  const log = openLog("silent", "test");
  const queues = await Promise.all(
    [1, 2, 3].map(async () => {
      const { db } = stack.use(openDb(connection, { connectionsMax: 2, name: "test", role: null, onError: () => undefined }));
      const notifications = stack.use(await openNotifications(connection, log));
      return stack.use(await openQueue({ db, notifications, log }));
    }),
  );
  for (const { boss } of queues) expect(await boss.fetch("process-extraction")).toEqual([]);
});

test("a queue that is missing or was set otherwise, by hand or by another version, is set right by the next start", async () => {
  const connection = await emptyDatabase();
  await migrate(connection);
  const client = new pg.Client(connection);
  await client.connect();
  const queues = async () => (await client.query("SELECT name, retry_limit, heartbeat_seconds FROM pgboss.queue ORDER BY name")).rows;
  const before = await queues();
  await client.query("UPDATE pgboss.queue SET retry_limit = 1, heartbeat_seconds = 60 WHERE name = 'process-extraction'");
  await client.query("DELETE FROM pgboss.queue WHERE name = 'deliver-webhook'");
  await migrate(connection);
  expect(await queues()).toEqual(before);
  await client.end();
});

test("J32: a start does not wait for a database that takes the connection and says nothing", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const connection = { host: "127.0.0.1", port, user: "winnow", database: "winnow" };
  const ends = await Promise.allSettled([
    migrate(connection),
    findRowSecurity(connection),
    openVault(connection, { current: null, previous: null }),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  silent.close();
});

test("J32: nor for a lock that a lost connection still holds on the keys, where nothing is encrypted", async () => {
  const connection = await emptyDatabase();
  await migrate(connection);
  const lost = new pg.Client(connection);
  await lost.connect();
  await lost.query("SELECT pg_advisory_lock(7240618)");
  expect(await openVault(connection, { current: null, previous: null })).toBeNull();
  await lost.end();
});
