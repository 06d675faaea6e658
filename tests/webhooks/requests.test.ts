/** Beside tests/webhooks/deliver.test.ts: form, size, silence, and what a receiver may not do. */
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RETRY_SCHEDULE_SECONDS } from "#contract/retry-schedule.ts";
import { EVENT_TYPES } from "#contract/webhooks.ts";
import { eventually } from "../support/eventually.ts";
import { base64, INVOICE, INVOICE_SCHEMA, type Line, pdfOf } from "../support/pdf.ts";
import { type Answering, startReceiver } from "../support/receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
let pdf: Buffer;
beforeAll(async () => {
  service = await startTestService({ scheduleSeconds: [1, 600] });
  pdf = await pdfOf(INVOICE);
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function announced(answer?: Answering, more: object = {}) {
  const receiver = await startReceiver(answer);
  const client = await service.account();
  const id = await client.submit({
    file_content: base64(pdf),
    extraction_schema: INVOICE_SCHEMA,
    callback_url: `${receiver.url}/hook`,
    ...more,
  });
  const attempts = async () => (await client.get(`/v1/tasks/${id}/deliveries`)).json.deliveries[0]?.log ?? [];
  const delivery = async () => (await client.get(`/v1/tasks/${id}/deliveries`)).json.deliveries[0];
  return { receiver, client, id, attempts, delivery, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() };
}

/** 400 rows of a table over ten pages. */
const longTable = (): Line[][] =>
  Array.from({ length: 10 }, (_, page) => [
    { text: "Description", x: 50, y: 40 },
    { text: "Quantity", x: 280, y: 40 },
    { text: "Amount", x: 420, y: 40 },
    ...Array.from({ length: 40 }, (_row, i): Line[] => [
      { text: `Article ${page * 40 + i} of the long list`, x: 50, y: 60 + 18 * i },
      { text: String(i + 1), x: 280, y: 60 + 18 * i },
      { text: `${i + 1}.50`, x: 420, y: 60 + 18 * i },
    ]).flat(),
  ]);

describe.concurrent("Standard Webhooks", () => {
  test("POST JSON with `webhook-id`, `webhook-timestamp` in seconds and `webhook-signature` `v1,` + HMAC-SHA256", async () => {
    await using it = await announced();
    await eventually(
      () => it.receiver.received.length,
      (value) => expect(value).toBe(1),
    );
    const [hook] = it.receiver.received;
    expect(hook?.headers["webhook-id"]).toMatch(/^msg_[0-9a-z]{36}$/);
    expect(Math.abs(Number(hook?.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(30);
    expect(hook?.headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect(hook?.headers.authorization).toBeUndefined();
    expect(Object.keys(JSON.parse(hook?.body ?? ""))).toEqual(["type", "timestamp", "data"]);
  });

  test("`data` is the task record", async () => {
    await using it = await announced();
    await eventually(
      () => it.receiver.received.length,
      (value) => expect(value).toBe(1),
    );
    const { data } = JSON.parse(it.receiver.received[0]?.body ?? "");
    const { webhook: _now, ...record } = await it.client.wait(it.id, 0);
    const { webhook: _then, ...sent } = data;
    expect(sent).toEqual(record);
  });

  test("a body that was changed on the way does not verify", async () => {
    await using it = await announced();
    await eventually(
      () => it.receiver.received.length,
      (value) => expect(value).toBe(1),
    );
    const [hook] = it.receiver.received;
    const { json } = await it.client.get("/v1/webhook-secret");
    const verify = (body: string) => new Webhook(json.secret).verify(body, hook?.headers as Record<string, string>);
    expect(verify(hook?.body ?? "")).toBeTruthy();
    expect(() => verify((hook?.body ?? "").replace("INV-00042", "INV-00043"))).toThrow();
  });

  test("a cancelled task is announced as extraction.failed", async () => {
    await using silent = await startReceiver(() => undefined);
    await using it = await announced(undefined, { file_content: null, document_url: `${silent.url}/a.pdf` });
    await it.client.post(`/v1/tasks/${it.id}/cancel`);
    await eventually(
      () => it.receiver.received.length,
      (value) => expect(value).toBe(1),
    );
    expect(JSON.parse(it.receiver.received[0]?.body ?? "")).toMatchObject({
      type: "extraction.failed",
      data: { error: { code: "cancelled" } },
    });
  });

  test("W16: a replay keeps the `webhook-id` and the body, and has a new timestamp and signature", async () => {
    await using it = await announced();
    await eventually(it.delivery, (delivery) => expect(delivery?.status).toBe("delivered"));
    const [first] = it.receiver.received;
    // The timestamp counts seconds.
    await eventually(
      () => Math.floor(Date.now() / 1000),
      (now) => expect(now).toBeGreaterThan(Number(first?.headers["webhook-timestamp"])),
    );
    const { delivery_id } = await it.delivery();
    expect((await it.client.post(`/v1/deliveries/${delivery_id}/replay`)).json).toMatchObject({ delivery_id, status: "pending" });
    await eventually(
      () => it.receiver.received.length,
      (count) => expect(count).toBe(2),
    );
    const again = it.receiver.received[1];
    expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(again?.body).toBe(first?.body);
    expect(Number(again?.headers["webhook-timestamp"])).toBeGreaterThan(Number(first?.headers["webhook-timestamp"]));
    expect(again?.headers["webhook-signature"]).not.toBe(first?.headers["webhook-signature"]);
  });

  test("over 256 KiB it comes without `fields` and with `data.result_url`, where the whole is", async () => {
    const schema = {
      fields: [
        {
          name: "line_items",
          type: "table",
          fields: [{ name: "description" }, { name: "quantity", type: "integer" }, { name: "amount", type: "number" }],
        },
      ],
    };
    await using it = await announced(undefined, { file_content: base64(await pdfOf(longTable())), extraction_schema: schema });
    await eventually(
      () => it.receiver.received.length,
      (value) => expect(value).toBe(1),
    );
    const whole = await it.client.get(`/v1/tasks/${it.id}`);
    expect(Buffer.byteLength(whole.text)).toBeGreaterThan(256 * 1024);
    const body = it.receiver.received[0]?.body ?? "";
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(256 * 1024 + 200);
    const { data } = JSON.parse(body);
    expect(data).not.toHaveProperty("fields");
    expect(data.result_url).toBe(`${service.deps.publicUrl}/api/extractor/v1/tasks/${it.id}`);
    expect(data).toMatchObject({ task_id: it.id, status: "completed", data: whole.json.data });
    const linked = await fetch(data.result_url, { headers: { authorization: it.client.key } });
    // Whether its delivery is written down already is another matter.
    expect(await linked.json()).toEqual({ ...whole.json, webhook: expect.anything() });
  });

  test("W03: 2xx within 15 s is success: a receiver that never answers has failed after 15 s", { timeout: 40_000 }, async () => {
    await using it = await announced(() => undefined);
    await eventually(it.attempts, (value) => expect(value).toHaveLength(1));
    const [attempt] = await it.attempts();
    expect(attempt).toMatchObject({ number: 1, error: "timeout", response_status: null });
    expect(attempt.duration_ms).toBeGreaterThan(14_900);
    expect(attempt.duration_ms).toBeLessThan(17_000);
    expect(await it.client.wait(it.id, 0)).toMatchObject({ status: "completed", webhook: { status: "pending", attempts: 1 } });
  });

  test("an answer without end is cut, and its status counts", async () => {
    await using it = await announced((_request, response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write("x".repeat(16_384)), 5);
      response.on("close", () => clearInterval(more));
    });
    await eventually(
      async () => (await it.delivery())?.status,
      (value) => expect(value).toBe("delivered"),
    );
    expect((await it.attempts())[0].response_excerpt).toHaveLength(1_000);
  });

  test("a receiver that hangs up, and one that is not there, are failures that are tried again", async () => {
    await using it = await announced((_request, response) => void response.destroy());
    await eventually(
      async () => (await it.attempts()).length,
      (value) => expect(value).toBe(2),
    );
    expect(await it.attempts()).toMatchObject([{ error: "unreachable" }, { error: "unreachable" }]);
    expect(await it.delivery()).toMatchObject({ status: "pending", next_attempt_at: expect.any(String) });
  });
});

test("retries at about 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h", () => {
  const [second, minute, hour] = [1, 60, 3600];
  expect(RETRY_SCHEDULE_SECONDS).toEqual([
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ]);
});

test("the types are the contract's", () =>
  expect(EVENT_TYPES).toEqual([
    "extraction.completed",
    "extraction.failed",
    "packet.completed",
    "batch.completed",
    "resume_job.completed",
    "webhook.test",
  ]));
