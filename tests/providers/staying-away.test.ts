/** A provider that fails for long: bounded calls, the deadline, the circuit breaker, and no other provider unless asked for. */
import { sql } from "kysely";
import { test } from "vitest";
import { startModelServer } from "../support/model-server.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { startTestService } from "../support/service.ts";

const model = pointingModel({
  fields: {
    "/invoice_number": /Invoice number: (\S+)/,
    "/invoice_date": /Invoice date: (.+)/,
    "/total": /Total due: (EUR \S+)/,
  },
});
const VALUES = { invoice_number: "INV-00042", invoice_date: "2026-04-03", total: { amount: 1190, currency: "EUR" } };
const document = base64(await pdfOf(INVOICE));
test.concurrent("J15, L09, L15: one task makes four calls, no more, and is not sent to another provider", async ({ expect }) => {
  await using down = await startModelServer();
  await using other = await startModelServer((asked) => model(asked));
  await using service = await startTestService({ env: { ...down.env("gemini"), ...other.env("openai") } });
  down.always({ status: 500 });
  const client = await service.account();
  const record = await client.wait(
    await client.submit({ file_content: document, extraction_schema: INVOICE_SCHEMA, provider: "gemini" }),
    60,
  );
  expect(record).toMatchObject({ status: "failed", attempts: 4, error: { code: "provider_unavailable" }, data: null });
  expect(down.asked).toHaveLength(4);
  expect(other.asked).toHaveLength(0);
});

test.concurrent("J16, L08: at the deadline the call is cut off and its socket closed", async ({ expect }) => {
  await using hanging = await startModelServer();
  await using service = await startTestService({ env: hanging.env("openai") });
  hanging.always({ fault: "headers" });
  const client = await service.account();
  const body = { file_content: document, extraction_schema: INVOICE_SCHEMA, provider: "openai", deadline_seconds: 10 };
  const record = await client.wait(await client.submit(body));
  expect(record).toMatchObject({ status: "failed", error: { code: "deadline_exceeded" } });
  await expect.poll(() => hanging.openSockets(), { timeout: 3_000 }).toBe(0);
});

test.concurrent("L07: the breaker opens, lets few calls through, and closes when the provider is back; no task is lost", async ({
  expect,
}) => {
  await using server = await startModelServer((asked) => model(asked));
  await using service = await startTestService({ env: server.env("anthropic") });
  server.always({ status: 503 });
  const client = await service.account();
  const submit = () => client.submit({ file_content: document, extraction_schema: INVOICE_SCHEMA, provider: "anthropic", cache: "off" });
  const first = await submit();
  const second = await submit();
  const isOpen = async () =>
    (await sql<{ open: boolean }>`SELECT opened_at IS NOT NULL AS open FROM provider_health`.execute(service.db)).rows[0]?.open;
  await expect.poll(isOpen).toBe(true);
  const opened = Date.now();
  const more = await Promise.all(Array.from({ length: 20 }, submit));
  await expect.poll(async () => (await client.wait(more.at(-1) ?? "", 0)).status).toBe("retrying");
  // Open: of twenty tasks none was let through, but for one probe in ten seconds.
  expect(server.asked.filter(({ at }) => at > opened).length).toBeLessThanOrEqual(1 + Math.floor((Date.now() - opened) / 10_000));
  server.always((asked) => ({ reply: model(asked) }));
  const ends = await Promise.all([first, second, ...more].map((id) => client.wait(id)));
  expect(ends.map(({ status }) => status)).toEqual(ends.map(() => "completed"));
});

test.concurrent("a caller may name who answers instead; the record says who did and why", async ({ expect }) => {
  await using down = await startModelServer();
  await using service = await startTestService({ env: down.env("openai") });
  down.always({ status: 401 });
  const client = await service.account();
  const body = { file_content: document, extraction_schema: INVOICE_SCHEMA, provider: "openai", fallback: ["local"] };
  const record = await client.extract(body);
  expect(record).toMatchObject({ status: "completed", engine: "local", provider: null, model: null, data: VALUES });
  expect(record.warnings).toContainEqual(
    expect.objectContaining({ code: "provider_fallback", message: expect.stringContaining("provider_auth") }),
  );
  expect((await client.post("/v1/extract-async", { ...body, fallback: ["gemini"] })).status).toBe(400);
});
