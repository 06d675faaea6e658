/** What takes jobs from the queue: never more at a time than there are slots, all of them in the end, and none lost when it stops. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Db, openDb } from "#platform/postgres/db.ts";
import { JOB_DUE } from "#platform/postgres/listen.ts";
import { relayNotices } from "#platform/postgres/notifications.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { Consumer } from "#platform/queue/consumer.ts";
import { STOPPING, type TakenJob } from "#platform/queue/taken-job.ts";
import { loseJobs } from "../support/database-state.ts";
import { startTestService, type TestService } from "../support/service.ts";

type Job = TakenJob<"deliver-webhook">;
const SLOTS = 3;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ worker: false });
});
afterAll(() => service?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`DELETE FROM pgboss.job`.execute(service.db);
});

function consumerOf(handle: (job: Job) => Promise<void>): Consumer<"deliver-webhook"> {
  const { queue, systemDb: db, log } = service.deps;
  const begin = async () => ({ run: handle, giveBack: async () => undefined });
  const options = { name: "deliver-webhook", slots: () => SLOTS, pauseMs: () => 0, begin } as const;
  return new Consumer({ db, queue, log, accountConcurrency: null }, options);
}

const complete = (job: Job) => transaction(service.deps.systemDb, (tx) => job.complete(tx));

async function send(count: number, db: Db = service.deps.systemDb): Promise<void> {
  const jobs = Array.from({ length: count }, (_, i) => ({ payload: { deliveryId: `dlv_${i}` }, priority: -i }));
  await transaction(db, (tx) => service.deps.queue.sendAll(tx, "deliver-webhook", jobs, "acct_a"));
}

async function states(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`SELECT state::text, count(*)::int AS n FROM pgboss.job GROUP BY 1`.execute(
    service.db,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

test("forty jobs in three slots: never more than three at a time, each once", async () => {
  const [seen, running] = [new Map<string, number>(), { now: 0, most: 0 }];
  const consumer = consumerOf(async (job) => {
    running.most = Math.max(running.most, ++running.now);
    seen.set(job.payload.deliveryId, (seen.get(job.payload.deliveryId) ?? 0) + 1);
    await sleep(5);
    await complete(job);
    running.now--;
  });
  consumer.start();
  await send(40);
  await expect.poll(states).toEqual({ completed: 40 });
  await consumer.stop(0);
  expect([running.most, seen.size, Math.max(...seen.values())]).toEqual([SLOTS, 40, 1]);
});

test("jobs whose start fails go back, and keep none of the others from running", async () => {
  const { queue, systemDb: db, log } = service.deps;
  const done = new Set<string>();
  const begin = async (_: unknown, { deliveryId }: { deliveryId: string }) => {
    if (deliveryId === "dlv_0") throw new Error("cannot be started");
    const run = async (job: Job) => {
      await complete(job);
      done.add(deliveryId);
    };
    return { run, giveBack: async () => undefined };
  };
  const consumer = new Consumer(
    { db, queue, log, accountConcurrency: null },
    { name: "deliver-webhook", slots: () => SLOTS, pauseMs: () => 0, begin },
  );
  consumer.start();
  await send(5);
  await expect.poll(() => done.size).toBe(4);
  await consumer.stop(0);
});

test("each of several jobs that are sent together is announced, so that as many workers wake", async () => {
  let announced = 0;
  const options = { connectionsMax: 1, name: "test", role: null, onError: () => undefined };
  await using opened = openDb({ connectionString: service.databaseUrl }, options);
  relayNotices(opened.db, ({ channel }) => {
    if (channel === JOB_DUE) announced++;
  });
  await send(3, opened.db);
  expect(announced).toBe(3);
});

test("a job that waits for somebody else's server leaves its slot to another", async () => {
  const answer = Promise.withResolvers<void>();
  let begun = 0;
  const consumer = consumerOf(async (job) => {
    begun++;
    await job.aside(() => answer.promise);
    await complete(job);
  });
  await send(SLOTS * 4);
  consumer.start();
  await expect.poll(() => begun, { timeout: 5_000 }).toBe(SLOTS * 4);
  answer.resolve();
  await expect.poll(states).toEqual({ completed: SLOTS * 4 });
  await consumer.stop(0);
});

test("a stop lets a job end within the grace, and gives back the one that does not", async () => {
  const reasons: unknown[] = [];
  const held = new Set<string>();
  const consumer = consumerOf(async (job) => {
    held.add(job.payload.deliveryId);
    if (job.payload.deliveryId === "dlv_0") await sleep(300);
    else await new Promise((resolve) => job.signal.addEventListener("abort", resolve));
    if (!job.signal.aborted) return complete(job);
    reasons.push(job.signal.reason);
    throw STOPPING;
  });
  consumer.start();
  await send(2);
  await expect.poll(() => held.size).toBe(2);
  const stopped = consumer.stop(1_000);
  await send(1);
  await stopped;
  expect(reasons).toEqual([STOPPING]);
  expect(await states()).toEqual({ completed: 1, retry: 1, created: 1 });
});

test("a stop waits also for a run whose job was lost and taken again", async () => {
  const first = Promise.withResolvers<void>();
  const ended: number[] = [];
  let begun = 0;
  const consumer = consumerOf(async (job) => {
    const run = ++begun;
    if (run === 1) await first.promise;
    await complete(job).finally(() => ended.push(run));
  });
  consumer.start();
  await send(1);
  await expect.poll(() => begun).toBe(1);
  await loseJobs(service.db, "deliver-webhook");
  await expect.poll(() => ended).toEqual([2]);
  const stopped = consumer.stop(10_000);
  first.resolve();
  await stopped;
  expect(ended).toEqual([2, 1]);
});
