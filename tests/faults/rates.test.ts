/** What tests/http/every-route/rate-limits.test.ts leaves: real waiting, strangers, odd clocks, storms (`STORM=1`). */
import { setTimeout as pause } from "node:timers/promises";
import { isInnerList, parseList } from "structured-headers";
import { beforeAll, expect, test } from "vitest";
import { createKey } from "#accounts/keys.ts";
import { age } from "../support/aged-requests.ts";
import { type Answer, Client } from "../support/client.ts";
import { figure } from "../support/figure.ts";
import { startTestService } from "../support/service.ts";
import { idleService, type SharedService } from "../support/shared-service.ts";

const STORM = process.env.STORM !== undefined;
/** Of a quarter of a second each. */

let service: SharedService;
beforeAll(async () => {
  service = await idleService();
});

/** How many of so many calls at once were let through. */
async function passedOf(client: Client, calls: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: calls }, () => client.get("/v1/tasks/none")));
  return answers.filter(({ status }) => status === 404).length;
}

test("R01: whoever waits as long as `Retry-After` says is let through", async () => {
  const client = await service.account({ tier: "free" });
  expect(await passedOf(client, 101)).toBe(100);
  await age(service, client.accountId, 55);
  const refused = await client.get("/v1/tasks");
  expect([refused.status, refused.json.retry_after]).toEqual([429, Number(refused.headers.get("retry-after"))]);
  expect(refused.json.retry_after).toBeLessThanOrEqual(6);
  await pause(refused.json.retry_after * 1_000);
  expect((await client.get("/v1/tasks")).status).toBe(200);
});

test("R02: a hundred at the end of a minute and a hundred at the beginning of the next: no minute has more than 101", async () => {
  const client = await service.account({ tier: "free" });
  // Minutes of the clock do not count: whenever this runs, the second hundred comes two seconds after the first.
  expect(await passedOf(client, 100)).toBe(100);
  await age(service, client.accountId, 2);
  expect(await passedOf(client, 100)).toBeLessThanOrEqual(1);
});

test("R05: a stranger who names somebody's account, key id or address uses up nothing of theirs", async () => {
  const client = await service.account({ ratePerMinute: 20 });
  const { id } = await service.db.selectFrom("api_keys").select("id").where("account_id", "=", client.accountId).executeTakeFirstOrThrow();
  for (const name of [client.accountId, id, client.key.slice(0, -1)]) {
    const stranger = new Client(service.url, name);
    const headers = { "x-account-id": client.accountId, "x-forwarded-for": "127.0.0.1" };
    for (let i = 0; i < 20; i++)
      expect(
        (await stranger.post(`/v1/schemas/validate?account_id=${client.accountId}`, { account_id: client.accountId }, headers)).status,
      ).toBe(401);
  }
  expect((await client.get("/v1/tasks")).headers.get("x-ratelimit-remaining")).toBe("19");
});

/** The numbers of a RateLimit header, read by a parser of structured fields. */
function numbersOf({ headers }: Answer): { r: number; t: number } {
  const [item] = parseList(headers.get("ratelimit") ?? "");
  if (!item || isInnerList(item)) throw new Error("no item");
  const [, parameters] = item;
  return { r: Number(parameters.get("r")), t: Number(parameters.get("t")) };
}

test("R06: from call to call less remains, the time is at most a minute, and a refusal asks for no less time than it takes", async () => {
  const client = await service.account({ ratePerMinute: 12 });
  const seen: { r: number; t: number }[] = [];
  for (let i = 0; i < 12; i++) seen.push(numbersOf(await client.get("/v1/tasks")));
  expect(seen.map(({ r }) => r)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  const refused = await client.get("/v1/tasks");
  const { r, t } = numbersOf(refused);
  expect(r).toBe(0);
  for (const each of [...seen, { r, t }]) {
    expect(each.t).toBeGreaterThan(0);
    expect(each.t).toBeLessThanOrEqual(60);
  }
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(t);
});

test.each([
  ["forward", 3_600],
  ["back", -3_600],
])("R08: a clock that jumps an hour %s locks nobody out, and gives no more than one fresh quota", async (_name, seconds) => {
  const client = await service.account({ ratePerMinute: 10 });
  expect(await passedOf(client, 15)).toBe(10);
  // Seen from the clock after its jump, what came before it lies an hour away.
  await age(service, client.accountId, seconds);
  expect(await passedOf(client, 15)).toBe(10);
  expect(await passedOf(client, 15)).toBe(0);
  await age(service, client.accountId, 61);
  expect(await passedOf(client, 15)).toBe(10);
});

test("R09: a new tier counts from the next call on, on every node", async () => {
  await using second = await startTestService({ beside: service, worker: false });
  const email = "grows@example.com";
  const free = await service.account({ email, tier: "free" });
  expect((await free.get("/v1/tasks")).headers.get("x-ratelimit-limit")).toBe("100");
  const { key } = await createKey(service.db, { name: "k", email, tier: "pro", ratePerMinute: null });
  for (const { url } of [second, service])
    expect((await new Client(url, key).get("/v1/tasks")).headers.get("x-ratelimit-limit")).toBe("1000");
  await createKey(service.db, { name: "k", email, tier: "free", ratePerMinute: null }).then(async (made) => {
    for (const { url } of [second, service])
      expect((await new Client(url, made.key).get("/v1/tasks")).headers.get("x-ratelimit-limit")).toBe("100");
  });
});

test("R10: an account that sends fifty times its limit is not felt by one that sends half of its own", async () => {
  const seconds = STORM ? 60 : 2;
  const [loud, quiet] = [await service.account({ tier: "free" }), await service.account({ tier: "free" })];
  const calm = await service.account({ tier: "free" });
  /** The 99th percentile of calls spread evenly over the time, and all statuses. */
  const measure = async (client: Client, calls: number) => {
    const took: number[] = [];
    const start = performance.now();
    for (let i = 0; i < calls; i++) {
      await pause(Math.max(0, start + (i * seconds * 1_000) / calls - performance.now()));
      const before = performance.now();
      expect((await client.get("/v1/tasks")).status).toBe(200);
      took.push(performance.now() - before);
    }
    return took.sort((a, b) => a - b)[Math.ceil(calls * 0.99) - 1] ?? Number.NaN;
  };
  const calls = STORM ? 50 : 20;
  const baseline = await measure(calm, calls);
  const end = performance.now() + seconds * 1_000;
  const sent: Promise<Answer>[] = [];
  // 5,000 in a minute.
  const flood = (async () => {
    for (let due = performance.now(); due < end; due += (60 * 1_000) / 5_000) {
      await pause(Math.max(0, due - performance.now()));
      sent.push(loud.get("/v1/tasks/none"));
    }
  })();
  const p99 = await measure(quiet, calls);
  await flood;
  const passed = (await Promise.all(sent)).filter(({ status }) => status === 404).length;
  if (STORM)
    figure(null, `${sent.length} sent, ${passed} let through; p99 beside it ${p99.toFixed(1)} ms, alone ${baseline.toFixed(1)} ms`);
  expect(passed).toBeLessThanOrEqual(101);
  if (STORM) expect(p99).toBeLessThanOrEqual(2 * baseline);
});
