/** Request rates and their headers. */
import { type Item, isInnerList, parseList } from "structured-headers";
import { beforeAll, describe, expect, test } from "vitest";
import { age } from "../../support/aged-requests.ts";
import { Client } from "../../support/client.ts";
import { fillQueue } from "../../support/database-state.ts";
import { figure } from "../../support/figure.ts";
import { INVOICE_SCHEMA } from "../../support/pdf.ts";
import { startTestService } from "../../support/service.ts";
import { idleService, type SharedService } from "../../support/shared-service.ts";

let service: SharedService;
beforeAll(async () => {
  service = await idleService();
});

async function flood(clients: Client[], count: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => clients[i % clients.length]?.get("/v1/tasks")));
  return answers.filter((answer) => answer?.status === 200).length;
}

/** The one item of a structured list with its parameters. */
function item(header: string | null): { name: unknown; parameters: Record<string, unknown> } {
  const list = parseList(header ?? "");
  const [only] = list;
  if (list.length !== 1 || !only || isInnerList(only)) throw new Error(`not one item: ${header}`);
  const [name, parameters]: Item = only;
  return { name, parameters: Object.fromEntries(parameters) };
}

describe("per account, in any 60 seconds: free 100, pro 1000, enterprise per account", () => {
  test.each([
    ["free", 100],
    ["pro", 1000],
  ] as const)("R01: %s: exactly %i of more pass", async (tier, allowed) => {
    expect(await flood([await service.account({ tier })], allowed + 20)).toBe(allowed);
  });

  test("an enterprise account has the rate it was given", async () => {
    expect(await flood([await service.account({ ratePerMinute: 7 })], 20)).toBe(7);
  });

  test("an enterprise account made without a rate has 10,000 per minute", async () => {
    const client = await service.account();
    expect((await client.get("/v1/tasks")).headers.get("x-ratelimit-limit")).toBe("10000");
  });

  test("another account is not touched by one that is spent", async () => {
    const spent = await service.account({ ratePerMinute: 1 });
    expect(await flood([spent], 3)).toBe(1);
    expect(await flood([await service.account({ ratePerMinute: 5 })], 5)).toBe(5);
  });

  test("R04: a new key does not give a spent account new requests", async () => {
    const email = "spent@example.com";
    expect(await flood([await service.account({ email, ratePerMinute: 3 })], 5)).toBe(3);
    expect(await flood([await service.account({ email, ratePerMinute: 3 })], 5)).toBe(0);
  });
});

test("± 1 across nodes: two services on one database let 100 of 140 pass together", async () => {
  await using second = await startTestService({ beside: service, worker: false });
  const client = await service.account({ tier: "free" });
  const passed = await flood([client, new Client(second.url, client.key)], 140);
  expect(passed).toBeGreaterThanOrEqual(99);
  expect(passed).toBeLessThanOrEqual(101);
  figure("rate", `${passed} of 140 let through by two processes, where 100 may`);
});

describe("sliding: every request is forgotten 60 seconds after it came, no sooner", () => {
  test("R02: after 55 s a spent account is still refused, after 61 s it has everything again", async () => {
    const client = await service.account({ ratePerMinute: 10 });
    expect(await flood([client], 12)).toBe(10);
    await age(service, client.accountId, 55);
    expect(await flood([client], 3)).toBe(0);
    await age(service, client.accountId, 6);
    expect(await flood([client], 12)).toBe(10);
  });

  test("R02: no edge of a window lets twice as many pass: 6 old and 4 new ones leave room for the old ones' number only", async () => {
    const client = await service.account({ ratePerMinute: 10 });
    expect(await flood([client], 6)).toBe(6);
    await age(service, client.accountId, 40);
    expect(await flood([client], 6)).toBe(4);
    await age(service, client.accountId, 21);
    expect(await flood([client], 12)).toBe(6);
  });

  test("a refused request does not count: the wait does not grow by asking again", async () => {
    const client = await service.account({ ratePerMinute: 5 });
    await flood([client], 50);
    await age(service, client.accountId, 61);
    expect(await flood([client], 5)).toBe(5);
  });
});

describe("every answer carries RateLimit-Policy and RateLimit (structured fields) and X-RateLimit-Limit/-Remaining/-Reset", () => {
  test.each([
    ["200", (client: Client) => client.get("/v1/tasks"), 200],
    ["404", (client: Client) => client.get("/v1/tasks/task_none"), 404],
    ["422", (client: Client) => client.post("/v1/extract-async", {}), 422],
    ["400", (client: Client) => client.post("/v1/extract-async", "{"), 400],
  ] as const)("R06: %s", async (_name, call, status) => {
    const client = await service.account({ ratePerMinute: 9 });
    await client.get("/v1/tasks");
    const { headers, ...answer } = await call(client);
    expect(answer.status).toBe(status);
    expect(item(headers.get("ratelimit-policy"))).toEqual({ name: "requests", parameters: { q: 9, w: 60 } });
    expect(item(headers.get("ratelimit"))).toEqual({ name: "requests", parameters: { r: 7, t: expect.any(Number) } });
    expect(headers.get("x-ratelimit-limit")).toBe("9");
    expect(headers.get("x-ratelimit-remaining")).toBe("7");
    const reset = Number(headers.get("x-ratelimit-reset"));
    expect(reset).toBe(item(headers.get("ratelimit")).parameters.t);
    expect(reset).toBeGreaterThan(55);
    expect(reset).toBeLessThanOrEqual(60);
  });

  test("R06: 429, where nothing remains", async () => {
    const client = await service.account({ ratePerMinute: 1 });
    await client.get("/v1/tasks");
    const { headers, status } = await client.get("/v1/tasks");
    expect(status).toBe(429);
    expect(item(headers.get("ratelimit")).parameters.r).toBe(0);
    expect(headers.get("x-ratelimit-remaining")).toBe("0");
  });
});

describe("a 429 also has `Retry-After` equal to `retry_after`", () => {
  test("R01: an integer of seconds at the top and inside `error`, after which a request passes", async () => {
    const client = await service.account({ ratePerMinute: 4 });
    await flood([client], 4);
    await age(service, client.accountId, 30);
    const { status, headers, json } = await client.post("/v1/schemas/validate", { extraction_schema: INVOICE_SCHEMA });
    expect(status).toBe(429);
    expect(json).toEqual({
      detail: expect.any(String),
      retry_after: expect.any(Number),
      error_code: "rate_limited",
      error: { message: json.detail, type: "rate_limit_error", retry_after: json.retry_after },
      request_id: expect.any(String),
    });
    expect(headers.get("retry-after")).toBe(String(json.retry_after));
    expect(Number.isInteger(json.retry_after)).toBe(true);
    expect(json.retry_after).toBeGreaterThan(27);
    expect(json.retry_after).toBeLessThanOrEqual(31);
    await age(service, client.accountId, json.retry_after);
    expect((await client.get("/v1/tasks")).status).toBe(200);
  });

  test("too much work queued for an account is 429 as well", async () => {
    const client = await service.account();
    await fillQueue(service.db, client.accountId, 10_000);
    const answer = await client.post("/v1/extract-async", { document_url: "https://example.com/a.pdf", extraction_schema: INVOICE_SCHEMA });
    expect(answer.status).toBe(429);
    expect(answer.json).toMatchObject({ error_code: "queue_full", retry_after: 30, error: { type: "rate_limit_error", retry_after: 30 } });
    expect(answer.headers.get("retry-after")).toBe("30");
  });
});
