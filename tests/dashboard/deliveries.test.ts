/** All webhooks of an account, and sending one as a test. */
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webhookMaintenance } from "#webhooks/maintenance.ts";
import type { Client } from "../support/client.ts";
import { eventually } from "../support/eventually.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { fileOf, RESUME_TEXT } from "../support/resumes.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { signedIn } from "../support/signed-in.ts";

let service: TestService;
let pdf: string;
beforeAll(async () => {
  service = await startTestService({ scheduleSeconds: [1, 600], env: { WINNOW_RETENTION_DAYS: "2" } });
  pdf = base64(await pdfOf(INVOICE));
});
afterAll(() => service?.[Symbol.asyncDispose]());

const list = async (client: Client, query = "") => (await client.get(`/v1/deliveries${query}`)).json;
const ids = (page: { deliveries: { delivery_id: string }[] }) => page.deliveries.map(({ delivery_id }) => delivery_id);
const deliveryOf = async (client: Client, id: string) =>
  (await list(client)).deliveries.find((delivery: { delivery_id: string }) => delivery.delivery_id === id);

describe("GET /deliveries", () => {
  test("has the webhooks of tasks, of jobs of résumés and of tests, newest first, with their logs", async () => {
    await using receiver = await startReceiver();
    const client = await service.account();
    const callback_url = `${receiver.url}/hook`;
    const { task_id } = await client.extract({ file_content: pdf, extraction_schema: INVOICE_SCHEMA, callback_url });
    const batch = { files: [fileOf("mia.txt", RESUME_TEXT)], callback_url };
    const { json: job } = await client.post("/recruit/extract-resumes", batch);
    await client.get(`/recruit/extraction-status/${job.job_id}?wait=30`);
    await client.post("/v1/webhook-test", { url: callback_url });
    await eventually(
      () => list(client, "?status=delivered"),
      (page) => expect(page.deliveries).toHaveLength(3),
    );
    expect((await list(client)).deliveries).toMatchObject([
      { event_type: "webhook.test", task_id: null, job_id: null, log: [{ number: 1, response_status: 200 }] },
      { event_type: "resume_job.completed", task_id: null, job_id: job.job_id, log: [{ number: 1 }] },
      { event_type: "extraction.completed", task_id, job_id: null, log: [{ number: 1 }] },
    ]);
  });

  test("comes in pages that hold each delivery once, also of one status", async () => {
    await using receiver = await startReceiver((_request, response) => void response.writeHead(410).end());
    const client = await service.account();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await client.post("/v1/webhook-test", { url: receiver.url })).json.delivery_id);
    await eventually(
      () => list(client, "?status=dead"),
      (page) => expect(page.deliveries).toHaveLength(5),
    );
    const first = await list(client, "?status=dead&limit=2");
    const second = await list(client, `?status=dead&limit=2&cursor=${first.next_cursor}`);
    const third = await list(client, `?status=dead&limit=2&cursor=${second.next_cursor}`);
    expect([first, second, third].flatMap(ids)).toEqual(made);
    expect(third.next_cursor).toBeNull();
    expect(await list(client, "?status=pending")).toEqual({ deliveries: [], next_cursor: null });
    expect((await client.get("/v1/deliveries?status=lost")).status).toBe(422);
  });

  test("is of the account alone", async () => {
    await using receiver = await startReceiver();
    await (await service.account()).post("/v1/webhook-test", { url: receiver.url });
    expect(await list(await service.account())).toEqual({ deliveries: [], next_cursor: null });
  });
});

describe("POST /webhook-test", () => {
  test("sends a signed `webhook.test` event, once, and tells what became of it", async () => {
    await using receiver = await startReceiver();
    const { client, browser } = await signedIn(service);
    const answer = await browser.post("/api/extractor/v1/webhook-test", { url: `${receiver.url}/hook` });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ event_type: "webhook.test", status: "pending", url: `${receiver.url}/hook`, attempts: 0, log: [] });
    const id = answer.json.delivery_id;
    await eventually(
      () => deliveryOf(client, id),
      (delivery) => expect(delivery).toMatchObject({ status: "delivered", attempts: 1, webhook_id: answer.json.webhook_id }),
    );
    expect(receiver.received).toHaveLength(1);
    const [hook] = receiver.received;
    const { secret } = (await client.get("/v1/webhook-secret")).json;
    const event = new Webhook(secret).verify(hook?.body ?? "", hook?.headers as Record<string, string>);
    expect(event).toEqual({ type: "webhook.test", timestamp: expect.any(String), data: { message: expect.any(String) } });
  });

  test("is tried again when the receiver fails, and can be sent once more", async () => {
    await using receiver = await startReceiver((_request, response, count) => void response.writeHead(count === 1 ? 500 : 204).end());
    const client = await service.account();
    const { delivery_id } = (await client.post("/v1/webhook-test", { url: receiver.url })).json;
    await eventually(
      () => deliveryOf(client, delivery_id),
      (delivery) => expect(delivery).toMatchObject({ status: "delivered", log: [{ response_status: 500 }, { response_status: 204 }] }),
    );
    expect((await client.post(`/v1/deliveries/${delivery_id}/replay`)).json.status).toBe("pending");
    await eventually(
      () => receiver.received.length,
      (count) => expect(count).toBe(3),
    );
  });

  test.each(["http://10.0.0.1/hook", "http://169.254.169.254/", "http://localhost/hook", "https://example.com:25/"])(
    "a URL that may not be fetched, %s, is refused as a callback URL is",
    async (url) => {
      const client = await service.account();
      const refused = await client.post("/v1/webhook-test", { url });
      const callback = await client.post("/v1/extract-async", { file_content: pdf, extraction_schema: INVOICE_SCHEMA, callback_url: url });
      expect([refused.status, refused.json.error_code]).toEqual([400, "url_not_allowed"]);
      expect(refused.json.detail.replace("`url`", "`callback_url`")).toBe(callback.json.detail);
      expect((await list(client)).deliveries).toEqual([]);
    },
  );

  test.each([{}, { url: "" }, { url: "ftp://example.com" }, { url: "https://a:b@example.com" }])("%j is 422", async (body) => {
    const answer = await (await service.account()).post("/v1/webhook-test", body);
    expect(answer.status).toBe(422);
    expect(answer.json.detail[0].loc).toEqual(["body", "url"]);
  });

  test("goes after the retention days; what belongs to a task stays with it", async () => {
    await using receiver = await startReceiver();
    const client = await service.account();
    await client.extract({ file_content: pdf, extraction_schema: INVOICE_SCHEMA, callback_url: receiver.url });
    const { delivery_id } = (await client.post("/v1/webhook-test", { url: receiver.url })).json;
    const sweep = async () => {
      for (const { work } of webhookMaintenance(service.forAll)) await work();
    };
    const age = (hours: number) =>
      sql`UPDATE deliveries SET created_at = now() - make_interval(hours => ${hours}) WHERE account_id = ${client.accountId}`.execute(
        service.db,
      );
    await age(47);
    await sweep();
    expect(ids(await list(client))).toContain(delivery_id);
    await age(49);
    await sweep();
    expect((await list(client)).deliveries).toMatchObject([{ event_type: "extraction.completed" }]);
  });
});
