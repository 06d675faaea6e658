/** Contract §7: webhooks as a receiver sees them, verified with the stock library. */
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type Answering, type Receiver, startReceiver } from "../support/receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** The real pauses are 5 s, 5 min …; three short ones show the same rules. */
const SCHEDULE = [1, 1, 1];
let service: TestService;
let pdf: string;
beforeAll(async () => {
  service = await startTestService({ scheduleSeconds: SCHEDULE });
  pdf = base64(await pdfOf(INVOICE));
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function run(answer?: Answering, schema: object = INVOICE_SCHEMA) {
  const receiver = await startReceiver(answer);
  const client = await service.account();
  const id = await client.submit({
    file_content: pdf,
    extraction_schema: schema,
    callback_url: `${receiver.url}/hook?token=abc`,
    metadata: { order: 7 },
  });
  const deliveries = async () => (await client.get(`/v1/tasks/${id}/deliveries`)).json.deliveries;
  return { receiver, client, id, deliveries, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() };
}

const hits = (receiver: Receiver, count: number) => expect.poll(() => receiver.received.length).toBe(count);
const verify = (secret: string, { body, headers }: Receiver["received"][number]) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe("a finished task", () => {
  test("W01: sends one POST of JSON that the stock library verifies, with the task record as data", async () => {
    await using it = await run();
    await hits(it.receiver, 1);
    const [hook] = it.receiver.received;
    const { json: secret } = await it.client.get("/v1/webhook-secret");
    expect(secret.secret).toMatch(/^whsec_/);
    if (!hook) throw new Error("no webhook came");
    expect(hook.method).toBe("POST");
    expect(hook.headers["content-type"]).toBe("application/json");
    expect(hook.headers["webhook-id"]).not.toContain(".");
    expect(verify(secret.secret, hook)).toMatchObject({
      type: "extraction.completed",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: { task_id: it.id, status: "completed", data: { invoice_number: "INV-00042" }, metadata: { order: 7 } },
    });
    await expect.poll(async () => (await it.client.wait(it.id, 0)).webhook).toEqual({ status: "delivered", attempts: 1 });
  });

  test("W15: that failed sends extraction.failed", async () => {
    const receiver = await startReceiver();
    const client = await service.account();
    await client.submit({
      file_content: base64(Buffer.from("%PDF-1.4\nbroken")),
      extraction_schema: INVOICE_SCHEMA,
      callback_url: receiver.url,
    });
    await hits(receiver, 1);
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
      type: "extraction.failed",
      data: { status: "failed", error: { code: "corrupt_document" } },
    });
    await receiver[Symbol.asyncDispose]();
  });
});

describe("a receiver that fails", () => {
  test("W02: gets the same id and body again with a new timestamp and signature, until it answers 2xx", async () => {
    await using it = await run((_request, response, count) => void response.writeHead(count < 3 ? 500 : 204).end());
    await hits(it.receiver, 3);
    const [first, second, third] = it.receiver.received;
    expect(new Set([first?.headers["webhook-id"], second?.headers["webhook-id"], third?.headers["webhook-id"]]).size).toBe(1);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-timestamp"]).not.toBe(first?.headers["webhook-timestamp"]);
    expect(second?.headers["webhook-signature"]).not.toBe(first?.headers["webhook-signature"]);
    await expect.poll(async () => (await it.deliveries())[0]?.status).toBe("delivered");
    const [delivery] = await it.deliveries();
    expect(delivery.log.map((attempt: { response_status: number }) => attempt.response_status)).toEqual([500, 500, 204]);
  });

  test("W12: for the whole schedule leaves a dead, visible delivery and a completed task, and replay sends it again", async () => {
    let well = false;
    await using it = await run((_request, response) => void response.writeHead(well ? 200 : 503).end());
    await hits(it.receiver, 1 + SCHEDULE.length);
    await expect.poll(async () => (await it.deliveries())[0]?.status).toBe("dead");
    expect(await it.client.wait(it.id, 0)).toMatchObject({ status: "completed", webhook: { status: "failed", attempts: 4 } });
    well = true;
    const [dead] = await it.deliveries();
    const replayed = await it.client.post(`/v1/deliveries/${dead.delivery_id}/replay`);
    expect(replayed.status).toBe(200);
    await hits(it.receiver, 2 + SCHEDULE.length);
    const last = it.receiver.received.at(-1);
    expect(last?.headers["webhook-id"]).toBe(it.receiver.received[0]?.headers["webhook-id"]);
    await expect.poll(async () => (await it.deliveries())[0]?.status).toBe("delivered");
  });

  test("with 410 gets nothing more", async () => {
    await using it = await run((_request, response) => void response.writeHead(410).end());
    await expect.poll(async () => (await it.deliveries())[0]?.status).toBe("dead");
    expect(it.receiver.received).toHaveLength(1);
  });

  test("W07: with a redirect has failed, and the second address is never contacted", async () => {
    await using second = await startReceiver();
    await using it = await run((_request, response) => void response.writeHead(302, { location: second.url }).end());
    await expect.poll(async () => (await it.deliveries())[0]?.log[0]?.error).toBe("redirect");
    expect(second.connections()).toBe(0);
  });

  test("W10: with Retry-After is left alone that long", async () => {
    await using it = await run(
      (_request, response, count) => void (count === 1 ? response.writeHead(429, { "retry-after": "3" }).end() : response.end()),
    );
    await hits(it.receiver, 2);
    const [first, second] = it.receiver.received;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(3_000);
  });
});

describe("the secret", () => {
  test("W17: signs beside its successor for 24 h after a rotation", async () => {
    await using it = await run();
    await hits(it.receiver, 1);
    const { json: old } = await it.client.get("/v1/webhook-secret");
    const { json: fresh } = await it.client.post("/v1/webhook-secret/rotate");
    expect(fresh.secret).not.toBe(old.secret);
    expect(Date.parse(fresh.previous_expires_at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const [delivery] = await it.deliveries();
    await it.client.post(`/v1/deliveries/${delivery.delivery_id}/replay`);
    await hits(it.receiver, 2);
    const hook = it.receiver.received[1];
    if (!hook) throw new Error("no webhook came");
    expect(verify(old.secret, hook)).toBeTruthy();
    expect(verify(fresh.secret, hook)).toBeTruthy();
    expect(String(hook.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  });
});

test("W16: a delivery of another account cannot be replayed", async () => {
  await using it = await run();
  await hits(it.receiver, 1);
  const [delivery] = await it.deliveries();
  const other = await service.account();
  expect((await other.post(`/v1/deliveries/${delivery.delivery_id}/replay`)).status).toBe(404);
  expect((await other.get(`/v1/tasks/${it.id}/deliveries`)).status).toBe(404);
});
