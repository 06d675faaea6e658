/** What tests/http/every-route/idempotency.test.ts leaves: absurd keys, and answers that are no success. */
import { beforeAll, expect, test } from "vitest";
import { age } from "../support/aged-requests.ts";
import type { Client } from "../support/client.ts";
import { fillQueue, withoutTables } from "../support/database-state.ts";
import { rawRequest } from "../support/raw.ts";
import { startTestService } from "../support/service.ts";
import { idleService, type SharedService } from "../support/shared-service.ts";
import { validBodies } from "../support/valid-bodies.ts";

let service: SharedService;
let body: Record<string, unknown>;
beforeAll(async () => {
  service = await idleService();
  body = (await validBodies()).ExtractAsyncRequest ?? {};
});

const submit = (client: Client, key: string, more: object = {}) =>
  client.post("/v1/extract-async", { ...body, ...more }, { "idempotency-key": key });
const tasksOf = async (client: Client) => (await client.get("/v1/tasks?limit=100")).json.tasks.length;

test.each<[string, string, number]>([
  ["a tab", "a\tb", 422],
  ["a letter that is not ASCII", "k\xe9y", 422],
  ["DEL", "a\x7fb", 400],
  ["a control character", "a\x01b", 400],
  ["a NUL", "a\0b", 400],
])("I06: a key with %s is refused and makes no task", async (_name, key, status) => {
  const client = await service.account();
  const text = JSON.stringify(body);
  const head = `POST /api/extractor/v1/extract-async HTTP/1.1\r\nHost: a\r\nAuthorization: ${client.key}\r\nContent-Type: application/json\r\n`;
  const answer = await rawRequest(service.url, `${head}Idempotency-Key: ${key}\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
  expect(answer.status).toBe(status);
  if (status === 422) expect(JSON.parse(answer.body).detail).toMatchObject([{ loc: ["header", "idempotency-key"] }]);
  expect(await tasksOf(client)).toBe(0);
});

test("I07: a 429 is not kept: the same request is taken when its time has come", async () => {
  const client = await service.account({ ratePerMinute: 1 });
  await client.get("/v1/tasks");
  expect((await submit(client, "k")).status).toBe(429);
  await age(service, client.accountId, 61);
  const answer = await submit(client, "k");
  expect([answer.status, answer.headers.get("idempotent-replayed")]).toEqual([200, null]);
});

test("I07: a 429 of a full queue is not kept either", async () => {
  const client = await service.account();
  const full = await fillQueue(service.db, client.accountId, 10_000);
  expect((await submit(client, "k")).json.error_code).toBe("queue_full");
  await full[Symbol.asyncDispose]();
  await expect.poll(async () => (await submit(client, "k")).status).toBe(200);
});

test("I07: a 500 is not kept, and left nothing: the repetition makes the one task", async () => {
  const client = await service.account();
  const away = await withoutTables(service.db, "tasks");
  const failed = await submit(client, "k");
  await away[Symbol.asyncDispose]();
  expect(failed.status).toBe(500);
  const again = await submit(client, "k");
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, null]);
  expect(await tasksOf(client)).toBe(1);
});

test("I01: fifty at once over two nodes make one task, and the repetition is told its id", async () => {
  await using second = await startTestService({ beside: service, worker: false });
  const client = await service.account();
  const send = (url: string) =>
    fetch(`${url}/api/extractor/v1/extract-async`, {
      method: "POST",
      headers: { authorization: client.key, "content-type": "application/json", "idempotency-key": "k" },
      body: JSON.stringify(body),
    });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => send(i % 2 ? service.url : second.url)));
  for (const { status } of answers) expect([200, 400]).toContain(status);
  const done = await Promise.all(answers.filter(({ status }) => status === 200).map((answer) => answer.text()));
  expect(new Set([...done, (await submit(client, "k")).text]).size).toBe(1);
  expect(await tasksOf(client)).toBe(1);
});
