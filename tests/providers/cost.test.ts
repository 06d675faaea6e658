/** What is asked of models is bounded, counted and paid for once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { setBudget } from "#accounts/accounts.store.ts";
import { spendOfMonth } from "#platform/models/circuit-breaker.store.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { startTestService, type TestService } from "../support/service.ts";

const model = pointingModel({ fields: { "/invoice_number": /Invoice number: (\S+)/ } });
const document = base64(await pdfOf(INVOICE));
const body = { file_content: document, extraction_schema: INVOICE_SCHEMA };

let server: ModelServer;
let service: TestService;
beforeAll(async () => {
  server = await startModelServer(model);
  service = await startTestService({ env: { ...server.env("openai"), ...server.env("anthropic", { model: "a-model-of-ones-own" }) } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

test("the first configured provider answers requests that name none", async () => {
  const client = await service.account();
  expect(await client.extract(body)).toMatchObject({ status: "completed", engine: "openai", provider: "openai", model: "gpt-5.4-mini" });
});

test("tokens and dollars by the price table; a model without a known price costs null, not 0", async () => {
  const client = await service.account();
  const { usage } = await client.extract(body);
  // gpt-5.4-mini: 0.75 dollars for a million tokens in, 4.50 out.
  expect(usage.cost_usd).toBeCloseTo((usage.input_tokens * 0.75 + usage.output_tokens * 4.5) / 1e6, 9);
  expect((await client.extract({ ...body, provider: "anthropic" })).usage).toMatchObject({
    pages: 1,
    cost_usd: null,
    input_tokens: usage.input_tokens,
  });
  const spent = async () =>
    (await spendOfMonth(service.db, client.accountId)).map((each) => [each.provider, each.calls, each.unpricedCalls]);
  await expect.poll(spent).toEqual([
    ["openai", 1, 0],
    ["anthropic", 1, 1],
  ]);
});

test("what a failed task used is told and counted, over all its attempts", async () => {
  const client = await service.account();
  server.next({ status: 503 }, { reply: "no JSON" }, { reply: "no JSON either" });
  const record = await client.wait(await client.submit({ ...body, cache: "off" }));
  expect(record).toMatchObject({ status: "failed", attempts: 2, error: { code: "provider_refused" } });
  expect(record.usage.output_tokens).toBe(2 + 4);
  expect(record.usage.cost_usd).toBeGreaterThan(0);
});

test("an equal request is answered from memory and costs nothing; another provider, `refresh` and `off` ask again", async () => {
  const client = await service.account();
  const calls = async (more: object) => {
    server.asked.length = 0;
    const { cache, usage, engine } = await client.extract({ ...body, ...more });
    return { hit: cache.hit, calls: server.asked.length, tokens: usage.input_tokens > 0, engine };
  };
  expect(await calls({})).toEqual({ hit: false, calls: 1, tokens: true, engine: "openai" });
  expect(await calls({})).toEqual({ hit: true, calls: 0, tokens: false, engine: "openai" });
  expect(await calls({ cache: "refresh" })).toEqual({ hit: false, calls: 1, tokens: true, engine: "openai" });
  expect(await calls({ cache: "off" })).toEqual({ hit: false, calls: 1, tokens: true, engine: "openai" });
  expect(await calls({ provider: "anthropic" })).toEqual({ hit: false, calls: 1, tokens: true, engine: "anthropic" });
  expect(await calls({ provider: "local" })).toEqual({ hit: false, calls: 0, tokens: false, engine: "local" });
});

test("L10: a budget stops the calls: what is over it is refused before, with little overshoot", async () => {
  const client = await service.account();
  const cost = (await client.extract({ ...body, cache: "off" })).usage.cost_usd ?? 0;
  await setBudget(service.db, client.accountId, cost * 3.5);
  server.asked.length = 0;
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.post("/v1/extract-async", { ...body, cache: "off" })));
  const ids = answers.filter(({ status }) => status === 200).map(({ json }) => json.task_id);
  const ends = await Promise.all(ids.map((id) => client.wait(id)));
  const over = ends.filter(({ status }) => status === "failed");
  // The rest is refused at the door, or once accepted: which of them depends on how fast the machine is.
  expect(over.length + answers.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
  for (const { error } of over) {
    expect(error).toMatchObject({ code: "provider_rate_limited", retryable: false });
    expect(error?.message).toMatch(/budget for this month/);
  }
  // Three more fit; each of the ten slots of the worker may have one under way.
  expect(server.asked.length).toBeLessThanOrEqual(3 + 10);
  const refused = await client.post("/v1/extract-async", { ...body, cache: "off" });
  expect(refused).toMatchObject({ status: 429, json: { error_code: "budget_exhausted", detail: expect.stringContaining("local") } });
  expect(refused.json.retry_after).toBeGreaterThan(0);
  expect((await client.extract({ ...body, provider: "local" })).status).toBe("completed");
  expect((await client.extract({ ...body, fallback: ["local"], cache: "off" })).engine).toBe("local");
});

test("a model whose price is not known is not asked within a budget", async () => {
  const client = await service.account();
  await setBudget(service.db, client.accountId, 5);
  server.asked.length = 0;
  const record = await client.extract({ ...body, provider: "anthropic" });
  expect(record).toMatchObject({
    status: "failed",
    error: { code: "provider_rate_limited", message: expect.stringMatching(/price .* not known/) },
  });
  expect(server.asked).toHaveLength(0);
});
