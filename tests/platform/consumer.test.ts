/** What takes jobs from the queue: never more at a time than there are slots, all of them in the end, and none lost when it stops. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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

async function send(count: number): Promise<void> {
  const jobs = Array.from({ length: count }, (_, i) => ({ payload: { deliveryId: `dlv_${i}` }, priority: 0 }));
  await transaction(service.deps.systemDb, (tx) => service.deps.queue.sendAll(tx, "deliver-webhook", jobs, "acct_a"));
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
  await expect.poll(states, { timeout: 10_000 }).toEqual({ completed: 40 });
  await consumer.stop(0);
  expect([running.most, seen.size, Math.max(...seen.values())]).toEqual([SLOTS, 40, 1]);
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
