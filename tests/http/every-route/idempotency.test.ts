/** `Idempotency-Key` on every POST. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { startTestService } from "../../support/service.ts";
import { idleService, type SharedService } from "../../support/shared-service.ts";

let service: SharedService;
let body: { file_content: string; extraction_schema: object };
beforeAll(async () => {
  service = await idleService();
  body = { file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA };
});

const submit = (client: Client, key: string, more: object = {}) =>
  client.post("/v1/extract-async", { ...body, ...more }, { "idempotency-key": key });
const taskCount = async (client: Client) => (await client.get("/v1/tasks?limit=100")).json.tasks.length;

describe("same key and body gives the same answer and one task", () => {
  test("I03: byte for byte, marked as a replay", async () => {
    const client = await service.account();
    const first = await submit(client, "order-1");
    const second = await submit(client, "order-1");
    expect(first.status).toBe(200);
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await taskCount(client)).toBe(1);
  });

  test("I03: on another node", async () => {
    const client = await service.account();
    const first = await submit(client, "order-1");
    await using second = await startTestService({ beside: service, worker: false });
    const answer = await fetch(`${second.url}/api/extractor/v1/extract-async`, {
      method: "POST",
      headers: { authorization: client.key, "content-type": "application/json", "idempotency-key": "order-1" },
      body: JSON.stringify(body),
    });
    expect(await answer.text()).toBe(first.text);
    expect(await taskCount(client)).toBe(1);
  });

  test("I03: after the task is gone", async () => {
    const client = await service.account();
    const first = await submit(client, "gone");
    await client.delete(`/v1/tasks/${first.json.task_id}`);
    expect((await submit(client, "gone")).text).toBe(first.text);
    expect(await taskCount(client)).toBe(0);
  });

  test("with a status of 201", async () => {
    const client = await service.account();
    const make = () => client.post("/v1/templates", { name: "a", extraction_schema: INVOICE_SCHEMA }, { "idempotency-key": "t" });
    const [first, second] = [await make(), await make()];
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect((await client.get("/v1/templates")).json.templates).toHaveLength(1);
  });

  test("for a POST without a body; where the answer shows a secret, the secret is made once and shown once", async () => {
    const client = await service.account();
    const rotate = () => client.post("/v1/webhook-secret/rotate", undefined, { "idempotency-key": "r" });
    const [first, second] = [await rotate(), await rotate()];
    expect(second.json.error_code).toBe("idempotency_answer_not_kept");
    expect((await client.get("/v1/webhook-secret")).json.secret).toBe(first.json.secret);
    const { rows } = await sql<{
      row: string;
    }>`SELECT k::text AS row FROM idempotency_keys AS k WHERE account_id = ${client.accountId}`.execute(service.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(first.json.secret.slice(6));
  });
});

describe("parallel requests with one key make one task", () => {
  test("I01: each of fifty is answered like the first, or with 400 `idempotency_in_progress`", async () => {
    const client = await service.account();
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(client, "parallel")));
    const done = answers.filter(({ status }) => status === 200);
    const running = answers.filter(({ status }) => status === 400);
    expect(done.length + running.length).toBe(50);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { json } of running)
      expect(json).toMatchObject({ error_code: "idempotency_in_progress", error: { type: "invalid_request_error" } });
    expect(await taskCount(client)).toBe(1);
  });

  test("still running is 400", async () => {
    const client = await service.account();
    const first = await submit(client, "running");
    await sql`UPDATE idempotency_keys SET status = NULL, body = NULL WHERE account_id = ${client.accountId}`.execute(service.db);
    const answer = await submit(client, "running");
    expect(answer).toMatchObject({ status: 400, json: { error_code: "idempotency_in_progress" } });
    expect(first.status).toBe(200);
  });
});

describe("same key, other body is 422", () => {
  test("I02: and makes no task", async () => {
    const client = await service.account();
    await submit(client, "k");
    const answer = await submit(client, "k", { metadata: { other: true } });
    expect(answer).toMatchObject({
      status: 422,
      json: { error_code: "idempotency_mismatch", detail: [{ loc: ["header", "idempotency-key"] }], error: { type: "validation_error" } },
    });
    expect(await taskCount(client)).toBe(1);
  });

  test("I02: also when only the white space of the JSON differs", async () => {
    const client = await service.account();
    await submit(client, "k");
    const answer = await client.post("/v1/extract-async", JSON.stringify(body, null, 1), { "idempotency-key": "k" });
    expect(answer.status).toBe(422);
  });

  test("I02: also at another address", async () => {
    const client = await service.account();
    const send = (path: string) => client.post(path, { name: "a", extraction_schema: INVOICE_SCHEMA }, { "idempotency-key": "k" });
    expect((await send("/v1/templates")).status).toBe(201);
    expect((await send("/v1/schemas/validate")).status).toBe(422);
  });
});

describe("what a key is", () => {
  test.each([1, 255])("%i characters are accepted", async (length) => {
    expect((await submit(await service.account(), "k".repeat(length))).status).toBe(200);
  });

  test("I06: 256 characters are 422", async () => {
    const answer = await submit(await service.account(), "k".repeat(256));
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ["header", "idempotency-key"] }] } });
  });

  test("I06: an empty one is 422", async () => {
    expect((await submit(await service.account(), "")).status).toBe(422);
  });

  test("I05: keys of two accounts have nothing to do with each other", async () => {
    const [one, two] = [await service.account(), await service.account()];
    const [first, second] = [await submit(one, "same"), await submit(two, "same", { metadata: { other: true } })];
    expect(second.status).toBe(200);
    expect(second.json.task_id).not.toBe(first.json.task_id);
  });

  test("without one, two equal requests are two tasks", async () => {
    const client = await service.account();
    await client.submit(body);
    await client.submit(body);
    expect(await taskCount(client)).toBe(2);
  });
});

describe("kept 24 h", () => {
  test("I03, I06: after 23 h the key still answers, after 25 h it is new", async () => {
    const client = await service.account();
    const first = await submit(client, "old");
    const age = (hours: number) =>
      sql`UPDATE idempotency_keys SET created_at = created_at - make_interval(hours => ${hours}) WHERE account_id = ${client.accountId}`.execute(
        service.db,
      );
    await age(23);
    expect((await submit(client, "old")).text).toBe(first.text);
    await age(2);
    const again = await submit(client, "old", { metadata: { other: true } });
    expect(again.status).toBe(200);
    expect(again.json.task_id).not.toBe(first.json.task_id);
  });

  test("I07: a refused request gives its key free for a corrected one", async () => {
    const client = await service.account();
    expect((await submit(client, "k", { file_content: "%%%%" })).status).toBe(400);
    expect((await submit(client, "k", { priority: 99 })).status).toBe(422);
    expect((await submit(client, "k")).status).toBe(200);
  });
});
