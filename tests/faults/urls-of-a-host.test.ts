/** Several callback URLs of one host: each is known by itself, and what is sent to the host at a time is limited for all of them together. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "#platform/postgres/transaction.ts";
import { announce } from "#webhooks/announce.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

const STORM = process.env.STORM !== undefined;

type Account = Awaited<ReturnType<TestService["account"]>>;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ scheduleSeconds: [600, 600] });
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** As if so many tasks of the account had ended at once. */
const announceTo = ({ accountId }: Account, urls: readonly string[]) =>
  transaction(service.forAll.db, async (tx) => {
    const timestamp = new Date().toISOString();
    for (const url of urls)
      await announce(tx, service.deps.queue, { accountId, about: null, url, type: "extraction.completed", timestamp, data: [{}] });
  });
const times = (count: number, url: string): string[] => Array.from({ length: count }, () => url);
const cameTo = ({ received }: Receiver, path: string) => received.filter((each) => each.path === path);
const troubled = async (client: Account) => (await client.get("/v1/webhook-origins")).json.origins;
async function statesOf({ accountId }: Account, url: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`SELECT state, count(*)::int AS n FROM deliveries
    WHERE account_id = ${accountId} AND url = ${url} GROUP BY state`.execute(service.db);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

test("H14: a 410 ends one URL, no other of its host, until a test to that URL succeeds", async () => {
  let isGone = true;
  await using host = await startReceiver(
    ({ path }, response) => void response.writeHead(path.startsWith("/gone") && isGone ? 410 : 204).end(),
  );
  const client = await service.account();
  const [gone, other] = [`${host.url}/gone?token=t0ken&plain`, `${host.url}/other`];
  await announceTo(client, [gone]);
  await expect.poll(() => statesOf(client, gone)).toEqual({ dead: 1 });
  await announceTo(client, [gone, ...times(3, other)]);
  await expect.poll(() => statesOf(client, other)).toEqual({ delivered: 3 });
  await expect.poll(() => statesOf(client, gone)).toEqual({ dead: 2 });
  expect(host.received).toHaveLength(4);
  const shown = `${host.url}/gone?token=***&plain`;
  expect(await troubled(client)).toMatchObject([{ origin: host.url, url: shown, status: "disabled", last_error: "status 410" }]);
  const { deliveries } = (await client.get("/v1/deliveries?status=dead")).json;
  expect(deliveries[0].reason).toContain(`${shown} answered 410 Gone`);

  isGone = false;
  await client.post("/v1/webhook-test", { url: other });
  await expect.poll(() => cameTo(host, "/other").length).toBe(4);
  await announceTo(client, [gone]);
  await expect.poll(() => statesOf(client, gone)).toEqual({ dead: 3 });
  await client.post("/v1/webhook-test", { url: gone });
  await expect.poll(() => troubled(client)).toEqual([]);
  await announceTo(client, [gone]);
  await expect.poll(() => statesOf(client, gone)).toEqual({ dead: 3, delivered: 2 });
});

test.each([
  ["fails", 500],
  ["is silent", null],
])("H14: a URL that %s holds up no other of its host, known or new", async (_what, status) => {
  await using host = await startReceiver(({ path }, response) => {
    if (path !== "/bad") response.end("ok");
    else if (status !== null) response.writeHead(status).end();
  });
  const client = await service.account();
  const bad = `${host.url}/bad`;
  await announceTo(client, times(40, bad));
  await expect.poll(() => cameTo(host, "/bad").length).toBeGreaterThan(0);
  const from = performance.now();
  const good = ["/known", "/known", "/new/1", "/new/2"].map((path) => host.url + path);
  await announceTo(client, good);
  await expect.poll(() => host.received.filter(({ path }) => path !== "/bad").length).toBe(4);
  // Behind the bad one they would wait 15 s and more for each of its attempts that is not answered, and ten minutes for the next.
  expect(performance.now() - from).toBeLessThan(STORM ? 4_000 : 12_000);
  await announceTo(client, times(3, `${host.url}/known`));
  await expect.poll(() => statesOf(client, `${host.url}/known`)).toEqual({ delivered: 5 });
});

test("H14: attempts to many URLs of one silent host are limited together", async () => {
  await using host = await startReceiver(() => undefined);
  const client = await service.account();
  await announceTo(
    client,
    Array.from({ length: 60 }, (_, i) => `${host.url}/${i}`),
  );
  await expect.poll(() => host.received.length).toBe(10);
  await expect.poll(async () => (await client.get("/v1/deliveries?limit=100")).json.deliveries.length).toBe(60);
  expect(host.received).toHaveLength(10);
});
