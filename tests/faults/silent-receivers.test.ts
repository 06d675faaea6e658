/** Receivers that are silent or gone: they delay nobody, and what was for them is neither lost nor tried for ever. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "#platform/postgres/transaction.ts";
import { announce } from "#webhooks/announce.ts";
import { webhookMaintenance } from "#webhooks/maintenance.ts";
import { deliverNow } from "../support/database-state.ts";
import { figure } from "../support/figure.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

const STORM = process.env.STORM !== undefined;
const WAITING = STORM ? 5_000 : 100;
const HEALTHY_TASKS = STORM ? 100 : 6;
/** Beside other tests a machine's own pauses are longer than a second; whoever waits for the silent one waits for many more. */
const DELAY_MS_MAX = STORM ? 1_000 : 5_000;

type Account = Awaited<ReturnType<TestService["account"]>>;
let service: TestService;
let file_content: string;
beforeAll(async () => {
  service = await startTestService({ scheduleSeconds: [600, 600] });
  file_content = base64(await pdfOf(INVOICE));
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** As if so many tasks of the account had ended at once. */
const announceMany = ({ accountId }: Account, url: string, count: number) =>
  transaction(service.forAll.db, async (tx) => {
    const timestamp = new Date().toISOString();
    for (let i = 0; i < count; i++)
      await announce(tx, service.deps.queue, { accountId, about: null, url, type: "extraction.completed", timestamp, data: [{ i }] });
  });

const finish = async (client: Account, callback_url: string) =>
  client.extract({ file_content, extraction_schema: INVOICE_SCHEMA, callback_url, cache: "off" });

async function statesOf({ accountId }: Account, origin: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`SELECT state, count(*)::int AS n FROM deliveries
    WHERE account_id = ${accountId} AND origin = ${origin} GROUP BY state`.execute(service.db);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** Milliseconds from the end of each task to its first attempt. */
async function delaysTo(receiver: Receiver, ends: Map<string, number>): Promise<number[]> {
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(ends.size);
  const first = new Map<string, number>();
  for (const { body, at } of receiver.received) {
    const { task_id } = JSON.parse(body).data;
    if (!first.has(task_id)) first.set(task_id, at);
  }
  return [...ends].map(([id, end]) => (first.get(id) ?? Number.POSITIVE_INFINITY) - end).sort((a, b) => a - b);
}

test("W05: a silent receiver with a long queue does not delay a healthy one, of the same account or another, and gets all when it is back", async () => {
  let isBack = false;
  const held = new Set<() => void>();
  await using silent = await startReceiver((_request, response) => {
    if (isBack) return void response.end("ok");
    held.add(() => response.destroy());
  });
  await using healthy = await startReceiver();
  const [victim, other] = [await service.account(), await service.account()];
  await announceMany(victim, `${silent.url}/hook`, WAITING);
  const ends = new Map<string, number>();
  for (let i = 0; i < HEALTHY_TASKS; i++) {
    const { task_id, completed_at } = await finish(i % 2 ? victim : other, `${healthy.url}/hook`);
    ends.set(task_id, Date.parse(completed_at ?? ""));
  }
  const delays = await delaysTo(healthy, ends);
  if (STORM)
    figure(null, `p50 ${delays[Math.floor(delays.length / 2)]} ms, slowest ${delays.at(-1)} ms beside ${WAITING} for a silent one`);
  expect(delays[Math.ceil(delays.length * 0.95) - 1]).toBeLessThan(DELAY_MS_MAX);
  // It was tried by one delivery at a time; the others wait, without an attempt.
  expect(silent.received.length).toBeLessThanOrEqual(STORM ? 10 : 2);
  expect(await statesOf(victim, silent.url)).toEqual({ pending: WAITING });

  isBack = true;
  for (const release of held) release();
  const sooner = () => deliverNow(service.db);
  let lookedAt = 0;
  const look = async () => {
    // All at once again and again would be more work than sending them.
    if (performance.now() - lookedAt > 1_000) {
      await sooner();
      lookedAt = performance.now();
    }
    return statesOf(victim, silent.url);
  };
  await expect.poll(look, { timeout: STORM ? 200_000 : 30_000, interval: 300 }).toEqual({ delivered: WAITING });
  const ids = silent.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(WAITING);
}, 400_000);

test("W05: a delivery that was never its receiver's turn is dead when its time is over, and says why", async () => {
  await using silent = await startReceiver(() => undefined);
  const client = await service.account();
  await announceMany(client, silent.url, 3);
  await expect.poll(() => silent.received.length).toBe(1);
  await sql`UPDATE deliveries SET created_at = now() - interval '1 day' WHERE account_id = ${client.accountId}`.execute(service.db);
  const dead = async () => {
    await deliverNow(service.db);
    return (await client.get("/v1/deliveries?status=dead")).json.deliveries;
  };
  await expect.poll(async () => (await dead()).length).toBe(2);
  for (const delivery of await dead())
    expect(delivery).toMatchObject({ attempts: 0, log: [], next_attempt_at: null, reason: expect.stringContaining(silent.url) });
  expect(silent.received).toHaveLength(1);
});

test("W09: after a 410 nothing more is sent there, which the account sees, until a test succeeds", async () => {
  let isGone = true;
  await using receiver = await startReceiver((_request, response) => void response.writeHead(isGone ? 410 : 204).end());
  const hook = `${receiver.url}/hook`;
  const [client, other] = [await service.account(), await service.account()];
  await Promise.all([1, 2, 3].map(() => finish(client, hook)));
  await expect.poll(() => statesOf(client, receiver.url)).toEqual({ dead: 3 });
  expect(receiver.received).toHaveLength(1);
  const { deliveries } = (await client.get("/v1/deliveries?status=dead")).json;
  expect(deliveries.map(({ attempts }: { attempts: number }) => attempts).sort()).toEqual([0, 0, 1]);
  for (const { attempts, reason } of deliveries)
    expect(reason).toEqual(attempts === 1 ? null : expect.stringContaining(`${hook} answered 410 Gone`));
  const origins = async () => (await client.get("/v1/webhook-origins")).json.origins;
  expect(await origins()).toMatchObject([
    { origin: receiver.url, url: hook, status: "disabled", last_error: "status 410", pending_deliveries: 0 },
  ]);

  // Nobody else's.
  expect((await other.get("/v1/webhook-origins")).json.origins).toEqual([]);
  await finish(other, hook);
  await expect.poll(() => receiver.received.length).toBe(2);

  // A replay is always sent; while it fails, the rest is not.
  const unsent = deliveries.find(({ attempts }: { attempts: number }) => attempts === 0);
  await client.post(`/v1/deliveries/${unsent.delivery_id}/replay`);
  await expect.poll(() => receiver.received.length).toBe(3);
  await finish(client, hook);
  await expect.poll(() => statesOf(client, receiver.url)).toEqual({ dead: 4 });
  expect(receiver.received).toHaveLength(3);

  isGone = false;
  await client.post("/v1/webhook-test", { url: hook });
  await expect.poll(origins).toEqual([]);
  await finish(client, hook);
  await expect.poll(() => receiver.received.length).toBe(5);
});

test("W09: what is known of a receiver is forgotten when nothing was sent there for as long as results are kept", async () => {
  await using receiver = await startReceiver((_request, response) => void response.writeHead(410).end());
  const client = await service.account();
  await finish(client, receiver.url);
  const origins = async () => (await client.get("/v1/webhook-origins")).json.origins;
  await expect.poll(origins).toHaveLength(1);
  const sweep = async (days: number) => {
    await sql`UPDATE webhook_urls SET changed_at = now() - make_interval(days => ${days})`.execute(service.db);
    for (const { work } of webhookMaintenance(service.forAll)) await work();
  };
  await sweep(29);
  expect(await origins()).toHaveLength(1);
  await sweep(31);
  expect(await origins()).toEqual([]);
});
