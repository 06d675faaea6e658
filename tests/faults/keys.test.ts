/** Keys under attack and in a hurry. `STORM=1` measures with as many requests as the catalogue says. */
import { createHash, randomBytes } from "node:crypto";
import { Agent, get } from "node:http";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newApiKey } from "#accounts/api-key.ts";
import { createKey, revokeKey } from "#accounts/keys.ts";
import { BY_COMMAND } from "#platform/audit.store.ts";
import { Client } from "../support/client.ts";
import { figure } from "../support/figure.ts";
import { INVOICE, pdfOf } from "../support/pdf.ts";
import { rawRequest } from "../support/raw.ts";
import { startReceiver } from "../support/receiver.ts";
import { servedTask } from "../support/served-task.ts";
import { startTestService, type TestService } from "../support/service.ts";

const STORM = process.env.STORM !== undefined;
const TASKS = "/api/extractor/v1/tasks";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { WINNOW_TRUST_PROXY: "127.0.0.1" } });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const keyOf = (accountId: string) =>
  service.db
    .selectFrom("api_keys")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();

test("K05: two keys made at the same moment, a hundred times: always one of them is active", async () => {
  const email = "two-at-once@example.com";
  const ask = { name: "k", email, tier: "enterprise", ratePerMinute: null } as const;
  for (let i = 0; i < 100; i++) {
    const made = await Promise.all([createKey(service.db, ask), createKey(service.db, ask)]);
    const statuses = await Promise.all(made.map(async ({ key }) => (await new Client(service.url, key).get("/v1/tasks")).status));
    expect(statuses.sort()).toEqual([200, 401]);
  }
});

test("K06: a task whose key is revoked while it runs finishes and calls back; a new key reads it", async () => {
  const held = Promise.withResolvers<void>();
  await using callbacks = await startReceiver();
  await using task = await servedTask(
    service,
    async (_request, response) => {
      await held.promise;
      response.end(await pdfOf(INVOICE));
    },
    { callback_url: callbacks.url },
  );
  await expect.poll(() => task.server.received.length).toBe(1);
  const { accountId } = task.client;
  const { email } = await service.db.selectFrom("accounts").select("email").where("id", "=", accountId).executeTakeFirstOrThrow();
  expect(await revokeKey(service.db, { accountId: null, ...BY_COMMAND }, (await keyOf(accountId)).id)).toBe(true);
  expect((await task.client.get(`/v1/tasks/${task.id}`)).status).toBe(401);
  held.resolve();
  await expect.poll(() => callbacks.received.length).toBe(1);
  expect(JSON.parse(callbacks.received[0]?.body ?? "")).toMatchObject({ type: "extraction.completed", data: { task_id: task.id } });
  const fresh = await service.account({ email: String(email) });
  expect((await fresh.wait(task.id)).status).toBe("completed");
});

/** A key whose checksum holds, as nobody has; or like `key`, but for its secret. */
function wrongKey(key?: string): string {
  if (key === undefined) return newApiKey();
  const secret = key.slice(4, 12) + newApiKey().slice(12, 47);
  return `wnw_${secret}${base62(crc32(secret), 6)}`;
}
function base62(value: number, length: number): string {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text;
  return text;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
/** Milliseconds until the answer has come. */
function timed(authorization: string): Promise<{ status: number; ms: number }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    // Each from another address: too many wrong keys from one are told to wait.
    const headers = { authorization, "x-forwarded-for": [10, ...randomBytes(3)].join(".") };
    get(service.url + TASKS, { agent, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - start }));
    }).on("error", reject);
  });
}

/** Welch's t of two samples, each without its slowest hundredth: pauses of the machine belong to neither. */
function welch(one: number[], other: number[]): number {
  const of = (all: number[]) => {
    const kept = all.toSorted((a, b) => a - b).slice(0, Math.ceil(all.length * 0.99));
    const mean = kept.reduce((sum, each) => sum + each, 0) / kept.length;
    const variance = kept.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (kept.length - 1);
    return { mean, error: variance / kept.length };
  };
  const [a, b] = [of(one), of(other)];
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error);
}

test("K07: the time of a refusal does not tell an unknown key from a wrong secret", { timeout: 600_000 }, async () => {
  const { key } = await service.account();
  const samples = STORM ? 20_000 : 400;
  const times: [number[], number[]] = [[], []];
  for (let i = 0; i < samples + 50; i++) {
    // In turns, and the first of each pair by chance, so that both have the same weather.
    for (const which of randomBytes(1).readUInt8() % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { status, ms } = await timed(wrongKey(which === 0 ? undefined : key));
      expect(status).toBe(401);
      if (i >= 50) times[which].push(ms);
    }
  }
  const t = welch(...times);
  if (STORM) figure(null, `Welch's t over ${samples} samples each: ${t.toFixed(2)}`);
  expect(Math.abs(t)).toBeLessThan(4.5);
});

test("K08: thousands of requests write a key's last use at most twice a minute, never back", async () => {
  const requests = STORM ? 10_000 : 600;
  const client = await service.account({ ratePerMinute: 100_000 });
  await sql`CREATE TABLE key_writes (at timestamptz, old timestamptz, new timestamptz)`.execute(service.db);
  await sql`CREATE FUNCTION note_key_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO key_writes VALUES (clock_timestamp(), OLD.last_used_at, NEW.last_used_at); RETURN NULL; END $$`.execute(service.db);
  await sql`CREATE TRIGGER note_key_write AFTER UPDATE ON api_keys FOR EACH ROW WHEN (NEW.account_id = ${sql.lit(client.accountId)})
    EXECUTE FUNCTION note_key_write()`.execute(service.db);
  const start = performance.now();
  let left = requests;
  const work = async () => {
    while (left-- > 0) expect((await client.get("/v1/tasks/none")).status).toBe(404);
  };
  await Promise.all(Array.from({ length: 20 }, work));
  const seconds = (performance.now() - start) / 1000;
  const { rows } = await sql<{ old: Date | null; new: Date }>`SELECT old, new FROM key_writes ORDER BY at`.execute(service.db);
  if (STORM) figure(null, `${requests} requests in ${seconds.toFixed(1)} s: ${rows.length} writes`);
  expect(rows.length).toBeLessThanOrEqual(2 * Math.max(1, seconds / 60));
  for (const write of rows) expect(write.new.getTime()).toBeGreaterThan(write.old?.getTime() ?? 0);
  expect(Date.now() - ((await keyOf(client.accountId)).last_used_at?.getTime() ?? 0)).toBeLessThan(60_000);

  // Whoever comes back after most of a minute is noted anew.
  await sql`UPDATE api_keys SET last_used_at = now() - interval '59 seconds' WHERE account_id = ${client.accountId}`.execute(service.db);
  await client.get("/v1/tasks/none");
  expect(Date.now() - ((await keyOf(client.accountId)).last_used_at?.getTime() ?? 0)).toBeLessThan(10_000);
});

test.each<[string, (key: string) => string, number]>([
  ["an empty header", () => "Authorization: \r\n", 401],
  ["white space only", () => "Authorization: \t \r\n", 401],
  ["64 kB", () => `Authorization: ${"a".repeat(64 * 1024)}\r\n`, 400],
  ["letters that are not ASCII", (key) => `Authorization: ${key.slice(0, -1)}\xe9\r\n`, 401],
  ["UTF-8", (key) => `Authorization: ${Buffer.from(`${key}ключ`).toString("latin1")}\r\n`, 401],
  ["a NUL", (key) => `Authorization: ${key}\0\r\n`, 400],
  ["two headers, the good one last", (key) => `Authorization: none\r\nAuthorization: ${key}\r\n`, 401],
  ["two keys in one header", (key) => `Authorization: ${key}, ${key}\r\n`, 401],
  ["a header that is told twice in two ways", (key) => `Authorization: Basic YTpi\r\nAUTHORIZATION: ${key}\r\n`, 401],
])("K11: %s is a plain refusal", async (_name, header, status) => {
  const { key } = await service.account();
  const answer = await rawRequest(service.url, `GET ${TASKS} HTTP/1.1\r\nHost: a\r\n${header(key)}\r\n`);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toMatchObject({
    detail: expect.any(String),
    error_code: expect.any(String),
    error: { message: expect.any(String), type: status === 401 ? "authentication_error" : "invalid_request_error" },
    request_id: expect.stringMatching(/^req_/),
  });
});

test("K12: a flood of wrong keys is throttled by address, and uses up nothing of a real account, even from the same address", {
  timeout: 300_000,
}, async () => {
  const [client, neighbour] = [await service.account({ ratePerMinute: 50 }), await service.account()];
  const guesses = STORM ? 10_000 : 1_000;
  const from = { "x-forwarded-for": "198.51.100.7" };
  const statuses: Record<number, number> = {};
  let left = guesses;
  const guess = async () => {
    const stranger = new Client(service.url, null);
    while (left-- > 0) {
      const authorization =
        left % 3 === 0 ? createHash("sha1").update(String(left)).digest("hex") : wrongKey(left % 3 === 1 ? client.key : undefined);
      const { status, json, headers } = await stranger.get("/v1/tasks", { authorization, ...from });
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== 429) continue;
      expect(json).toMatchObject({ error_code: "rate_limited", error: { type: "rate_limit_error" } });
      expect([json.retry_after, json.error.retry_after]).toEqual([Number(headers.get("retry-after")), Number(headers.get("retry-after"))]);
      expect(json.retry_after).toBeGreaterThan(0);
      expect(json.retry_after).toBeLessThanOrEqual(61);
    }
  };
  const flood = Promise.all(Array.from({ length: 10 }, guess));
  const took: number[] = [];
  for (let i = 0; i < 40; i++) {
    const start = performance.now();
    const { status, headers } = await client.get("/v1/tasks", i % 2 ? from : {});
    took.push(performance.now() - start);
    expect([status, headers.get("x-ratelimit-remaining")]).toEqual([200, String(49 - i)]);
  }
  await flood;
  if (STORM) figure(null, `slowest of 40 calls beside ${guesses} guesses: ${Math.round(Math.max(...took))} ms`);
  expect(Math.max(...took)).toBeLessThan(2_000);
  // A minute of the flood may have passed meanwhile.
  expect(Object.keys(statuses)).toEqual(["401", "429"]);
  expect(statuses[401]).toBeLessThanOrEqual(STORM ? 900 : 600);
  expect((await neighbour.get("/v1/tasks", from)).status).toBe(200);
  // Somebody else's mistake is still told as one.
  const authorization = wrongKey();
  expect((await new Client(service.url, null).get("/v1/tasks", { authorization, "x-forwarded-for": "198.51.100.8" })).status).toBe(401);
});

test("K12: who has a network of IPv6 has one count, not one for each of its addresses", async () => {
  const stranger = new Client(service.url, null);
  const statuses = new Set<number>();
  for (let i = 0; i < 320; i++)
    statuses.add(
      (await stranger.get("/v1/tasks", { authorization: "wrong", "x-forwarded-for": `2001:db8:1:2::${i.toString(16)}` })).status,
    );
  expect([...statuses]).toEqual([401, 429]);
  const elsewhere = await stranger.get("/v1/tasks", { authorization: "wrong", "x-forwarded-for": "2001:db8:1:3::1" });
  expect(elsewhere.status).toBe(401);
});
