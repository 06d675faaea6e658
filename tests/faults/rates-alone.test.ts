/** Rates while their counts in the database fail: each process counts by itself, nobody waits, nobody is unlimited. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Answer, Client } from "../support/client.ts";
import { withoutTables } from "../support/database-state.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { figure } from "../support/figure.ts";
import { startTestService, type TestService } from "../support/service.ts";

const STORM = process.env.STORM !== undefined;
/** So many of the calls take at most so much longer than with a service that is well. Beside other tests a machine's own pauses are longer. */
const IN_TIME = { share: STORM ? 0.99 : 0.5, ms: 200 };
const RATE = 30;
const CALLS = STORM ? 1_200 : 60;

let service: TestService;
let second: TestService;
beforeAll(async () => {
  service = await startTestService({ worker: false });
  second = await startTestService({ beside: service, worker: false });
});
afterAll(async () => {
  await second?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

const isPassed = ({ status }: Answer) => status === 404;
const passedOf = async (client: Client, calls: number) =>
  (await Promise.all(Array.from({ length: calls }, () => client.get("/v1/tasks/none")))).filter(isPassed).length;

/** The answers to so many calls, `atOnce` at a time, and the milliseconds of the slowest that counts. */
async function timed(client: Client, calls: number, atOnce: number): Promise<{ answers: Answer[]; slowest: number }> {
  const answers: Answer[] = [];
  const took: number[] = [];
  const next = Array.from({ length: calls }).keys();
  const call = async () => {
    for (const _ of next) {
      const start = performance.now();
      answers.push(await client.get("/v1/tasks/none"));
      took.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, call));
  return { answers, slowest: took.sort((a, b) => a - b)[Math.ceil(calls * IN_TIME.share) - 1] ?? Number.NaN };
}

/** Makes the counts fail until what it gives is called. */
type Fault = () => Promise<() => Promise<unknown>>;

const lockTable: Fault = async () => {
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = service.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE rate_cells IN ACCESS EXCLUSIVE MODE`.execute(tx);
    held.resolve();
    await end.promise;
  });
  await held.promise;
  return () => {
    end.resolve();
    return holding;
  };
};
const breakTable: Fault = async () => {
  const away = await withoutTables(service.db, "rate_cells");
  return async () => away[Symbol.asyncDispose]();
};
const slowDown: Fault = async () => {
  await sql`ALTER FUNCTION take_requests(text, integer, integer) RENAME TO take_requests_well`.execute(service.db);
  await sql`CREATE FUNCTION take_requests(
      account text, allowed integer, wanted integer, OUT taken integer, OUT used integer, OUT retry_ms bigint, OUT reset_ms bigint)
    LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(2);
      SELECT w.* INTO taken, used, retry_ms, reset_ms FROM take_requests_well(account, allowed, wanted) AS w;
    END $$`.execute(service.db);
  return async () => {
    await sql`DROP FUNCTION take_requests(text, integer, integer)`.execute(service.db);
    await sql`ALTER FUNCTION take_requests_well(text, integer, integer) RENAME TO take_requests`.execute(service.db);
  };
};

describe.each<[string, Fault]>([
  ["their table cannot be had", lockTable],
  ["their table is broken", breakTable],
  ["they are slow", slowDown],
])("%s", (_name, fault) => {
  test("R07: each process goes on with its own count, at most the rate from each, in time, and the shared count is back soon after", async () => {
    const client = await service.account({ ratePerMinute: RATE });
    const beside = new Client(second.url, client.key);
    expect(await passedOf(client, 10)).toBe(10);
    // A service at work has its connections open.
    await Promise.all(Array.from({ length: 8 }, () => client.get("/metrics")));
    const usual = (await timed(await service.account(), CALLS, 10)).slowest;
    const end = await fault();
    try {
      const { answers, slowest } = await timed(client, CALLS, 10);
      if (STORM) figure(null, `p99 ${slowest.toFixed(0)} ms, of a service that is well ${usual.toFixed(0)} ms`);
      expect(slowest).toBeLessThan(usual + IN_TIME.ms);
      // What it let through before still counts.
      expect(answers.filter(isPassed)).toHaveLength(RATE - 10);
      for (const { status, json, headers } of answers.filter((answer) => !isPassed(answer))) {
        expect([status, json.retry_after]).toEqual([429, Number(headers.get("retry-after"))]);
        expect(headers.get("x-ratelimit-limit")).toBe(String(RATE));
      }
      expect((await timed(beside, 2 * RATE, 10)).answers.filter(isPassed)).toHaveLength(RATE);
      // A key that is none is none, also now.
      expect((await new Client(service.url, null).get("/v1/tasks", { authorization: "none" })).status).toBe(401);
    } finally {
      await end();
    }
    // Counted by the database again, over both processes.
    const other = await service.account({ ratePerMinute: RATE });
    const shared = async () => {
      await other.get("/v1/tasks/none");
      const { rows } = await sql<{ n: number }>`SELECT coalesce(sum(requests), 0)::int AS n FROM rate_cells
        WHERE account_id = ${other.accountId}`.execute(service.db);
      return rows[0]?.n;
    };
    await expect.poll(shared, { timeout: 5_000, interval: 300 }).toBeGreaterThan(0);
  });
});

test("R07: without the database nobody is let through, each is told so within 5 s, and all is as before when it is back", async () => {
  await using link = await startFaultProxy({ path: `${inject("postgresSocket")}/.s.PGSQL.5432` });
  const url = `postgres://winnow@127.0.0.1:${link.port}${new URL(service.databaseUrl).pathname}`;
  await using node = await startTestService({ beside: service, worker: false, env: { DATABASE_URL: url } });
  const { key } = await service.account();
  const client = new Client(node.url, key);
  expect(await passedOf(client, 10)).toBe(10);
  link.set({ kind: "reset" });
  const start = performance.now();
  const answers = await Promise.all(Array.from({ length: 6 }, () => client.get("/v1/tasks/none")));
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(answers.map(({ status, json }) => `${status} ${json.error_code}`)).toEqual(answers.map(() => "500 internal"));
  link.set({ kind: "none" });
  await expect.poll(() => passedOf(client, 10), { timeout: 5_000 }).toBe(10);
});
