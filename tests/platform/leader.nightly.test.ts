/** Maintenance is done by one process of all, and by another as soon as that one is gone: killed, hung, or without its session. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "#platform/log.ts";
import { standForLeader } from "#platform/postgres/leader.ts";
import { figure } from "../support/figure.ts";
import { type OwnProcesses, startOwnProcesses } from "../support/own-processes.ts";
import { INVOICE_SCHEMA } from "../support/pdf.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { cloneDatabase } from "../support/service.ts";

/** After a deadline: while there is a leader, and when the leader was killed or hangs since before it. */
const TAKEOVER_MS_MAX = 4_000;
const HANG_MS_MAX = 8_000;
const NOTICE_MS_MAX = 2_000;
const DEADLINE_SECONDS = 10;

let own: OwnProcesses;
let database: pg.Client;
let silent: Receiver;
beforeAll(async () => {
  own = await startOwnProcesses();
  silent = await startReceiver(() => undefined);
  database = new pg.Client(own.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await silent?.[Symbol.asyncDispose]();
  await own?.[Symbol.asyncDispose]();
});

/** The processes that hold the leader's lock. */
async function leaders(): Promise<number[]> {
  const { rows } = await database.query<{
    name: string;
  }>(`SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database() AND a.application_name LIKE 'winnow leader %'`);
  return rows.map(({ name }) => Number(name.split(" ").at(-1)));
}

async function leader(): Promise<number> {
  const [pid = 0] = await leaders();
  return pid;
}

/** A task that no worker will end: its document never comes, and its queue job is gone. Milliseconds from its deadline to its end. */
async function noticedAfterMs(before: () => Promise<void>): Promise<number> {
  const id = await own.client.submit({
    document_url: `${silent.url}/never.pdf`,
    extraction_schema: INVOICE_SCHEMA,
    deadline_seconds: DEADLINE_SECONDS,
  });
  await expect.poll(async () => (await own.client.wait(id, 0)).attempts, { timeout: 10_000 }).toBe(1);
  await database.query("DELETE FROM pgboss.job WHERE data->>'taskId' = $1", [id]);
  await before();
  // Asked of the database, as the API may be the process that hangs.
  const ended = async () => {
    const { rows } = await database.query<{ code: string; ms: number }>(
      "SELECT error->>'code' AS code, (extract(epoch FROM finished_at - deadline_at) * 1000)::float8 AS ms FROM tasks WHERE id = $1 AND finished_at IS NOT NULL",
      [id],
    );
    return rows[0] ?? null;
  };
  await expect.poll(ended, { timeout: 25_000 }).toMatchObject({ code: "deadline_exceeded" });
  return (await ended())?.ms ?? Number.POSITIVE_INFINITY;
}

test("of an API and two workers one leads, and a deadline is noticed within two seconds", async () => {
  await expect.poll(leaders).toHaveLength(1);
  expect(await noticedAfterMs(async () => undefined)).toBeLessThan(NOTICE_MS_MAX);
});

test.each([
  ["SIGKILL", TAKEOVER_MS_MAX],
  ["SIGSTOP", HANG_MS_MAX],
] as const)("after a %s of the leader another process ends what is overdue", { timeout: 60_000 }, async (signal, withinMs) => {
  // The leader of the test before was killed, and may have been the API.
  await expect.poll(async () => (await fetch(`${own.processes.url}/readyz`).catch(() => null))?.status, { timeout: 20_000 }).toBe(200);
  await expect.poll(leaders).toHaveLength(1);
  const first = await leader();
  try {
    const ms = await noticedAfterMs(async () => void process.kill(first, signal));
    figure(null, `${signal} of the leader, a deadline was noticed after ${Math.round(ms)} ms`);
    expect(ms).toBeLessThan(withinMs);
    await expect.poll(leaders).toHaveLength(1);
    expect(await leader()).not.toBe(first);
  } finally {
    if (signal === "SIGSTOP") process.kill(first, "SIGCONT");
  }
});

test("a leader whose session PostgreSQL ends leads no more, and stands again", { timeout: 30_000 }, async () => {
  const connectionString = await cloneDatabase();
  const led = new Map<string, number>([
    ["a", 0],
    ["b", 0],
  ]);
  const stand = (name: string) =>
    standForLeader({ connection: { connectionString }, log: openLog("silent", "test") }, () => {
      led.set(name, 1);
      return {
        look: async (client) => (await client.query("SELECT 1")).rows.length,
        [Symbol.asyncDispose]: async () => void led.set(name, 0),
      };
    });
  await using _a = stand("a");
  await expect.poll(() => led.get("a")).toBe(1);
  await using _b = stand("b");
  const admin = new pg.Client(connectionString);
  await admin.connect();
  await admin.query(`SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND a.datname = current_database()`);
  await admin.end();
  await expect.poll(() => [...led.values()].reduce((sum, n) => sum + n), { timeout: 5_000 }).toBe(1);
});
