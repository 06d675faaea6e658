/** What a task's record and its events say in the cases that are easily forgotten: nothing found, failed, cancelled, looked at again. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keysOf } from "#contract/pointer.ts";
import type { TaskRecord } from "#contract/task.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { servedTask } from "../support/served-task.ts";
import { startTestService, type TestService } from "../support/service.ts";

let vendor: ModelServer;
let service: TestService;
let file_content: string;
beforeAll(async () => {
  vendor = await startModelServer();
  vendor.always({ status: 400 });
  service = await startTestService({ env: vendor.env("openai") });
  file_content = base64(await pdfOf(INVOICE));
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await vendor?.[Symbol.asyncDispose]();
});

// biome-ignore lint/suspicious/noExplicitAny: values of any shape
const at = (data: any, pointer: string) => keysOf(pointer).reduce((value, key) => value?.[key], data);

test("H14: what `fields` says of a value is what `data` says: an empty list or table is [] in both", async () => {
  const client = await service.account();
  const row = [
    { name: "amount", type: "number" },
    { name: "parts", type: "string[]" },
  ];
  const extraction_schema = {
    fields: [
      { name: "total", type: "currency" },
      { name: "notes", type: "string[]" },
      { name: "rows", type: "table", fields: row },
      { name: "group", type: "object", fields: [{ name: "labels", type: "array", items: { type: "object", fields: row } }, ...row] },
    ],
  };
  const { data, fields } = await client.extract({ file_content, extraction_schema, provider: "local" });
  for (const [pointer, { value }] of Object.entries(fields ?? {})) expect([pointer, value]).toEqual([pointer, at(data, pointer)]);
  expect(fields?.["/notes"]).toMatchObject({ value: [], status: "not_found" });
  expect(Object.values(fields ?? {}).filter(({ value }) => Array.isArray(value)).length).toBeGreaterThan(1);
});

describe("a failed record keeps engine, provider and model that were asked", () => {
  const failed = ({ status, engine, provider, model }: TaskRecord) => [status, engine, provider, model];
  const MODEL = ["failed", "openai", "openai", expect.any(String)];

  test("H14: of a provider that refused", async () => {
    const client = await service.account();
    expect(failed(await client.extract({ file_content, extraction_schema: INVOICE_SCHEMA, provider: "openai" }))).toEqual(MODEL);
  });

  test("H14: of a document that could not be had, for the local engine and for a provider", async () => {
    for (const [provider, expected] of [
      ["local", ["failed", "local", null, null]],
      ["openai", MODEL],
    ] as const) {
      await using it = await servedTask(service, (_request, response) => void response.writeHead(404).end(), { provider });
      const record = await it.client.wait(it.id);
      expect(failed(record)).toEqual(expected);
      expect(failed((await it.client.get("/v1/tasks")).json.tasks[0])).toEqual(expected);
    }
  });

  test("H14: of a task that was cancelled before anybody began it", async () => {
    await service.stopWorker();
    const client = await service.account();
    const id = await client.submit({ file_content, extraction_schema: INVOICE_SCHEMA, provider: "openai" });
    await client.post(`/v1/tasks/${id}/cancel`);
    expect(failed(await client.wait(id))).toEqual(MODEL);
    await service.startWorker();
  });
});

describe("events are sent again by their id", () => {
  /** The stream's events as they came, to its end. */
  const eventsOf = async (at: TestService, client: { apiKey: string | null }, id: string, lastId?: string) => {
    const headers = { authorization: client.apiKey ?? "", ...(lastId === undefined ? {} : { "last-event-id": lastId }) };
    const answer = await fetch(`${at.url}/api/extractor/v1/tasks/${id}/events`, { headers });
    return (await answer.text()).split("\n\n").filter((block) => block.startsWith("id:"));
  };
  const idOf = (event: string) => Number(/^id: (\d+)$/m.exec(event)?.[1]);
  const statusOf = (event: string) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "").status;

  test("H14: after each event every later one, also of a task that has ended, the same on every node", async () => {
    await using other = await startTestService({ beside: service, worker: false });
    let calls = 0;
    await using it = await servedTask(
      service,
      (_request, response) => {
        if (++calls === 1) response.writeHead(503).end();
        else response.end(Buffer.from(file_content, "base64"));
      },
      { provider: "local" },
    );
    const live = await eventsOf(service, it.client, it.id, "0");
    const all = await eventsOf(service, it.client, it.id, "0");
    expect(all.map(statusOf).filter((status, i, before) => status !== before[i - 1])).toEqual([
      "processing",
      "retrying",
      "processing",
      "completed",
    ]);
    expect(all.map(idOf)).toEqual([...new Set(all.map(idOf))].sort((a, b) => a - b));
    expect(live.map(idOf)).toEqual(all.map(idOf));
    for (const [i, event] of all.entries()) {
      expect(await eventsOf(service, it.client, it.id, String(idOf(event)))).toEqual(all.slice(i + 1));
      expect(await eventsOf(other, it.client, it.id, String(idOf(event)))).toEqual(all.slice(i + 1));
    }
  });

  test("H14: a stream without `Last-Event-ID` begins with the task as it is; of one that failed and was retried nothing is lost", async () => {
    await using it = await servedTask(service, (_request, response) => void response.writeHead(404).end());
    await it.client.wait(it.id);
    await it.client.post(`/v1/tasks/${it.id}/retry`);
    await expect.poll(async () => (await it.client.wait(it.id)).status).toBe("failed");
    expect((await eventsOf(service, it.client, it.id)).map(statusOf)).toEqual(["failed"]);
    const all = await eventsOf(service, it.client, it.id, "0");
    expect(all.map(statusOf).filter((status, i, before) => status !== before[i - 1])).toEqual([
      "processing",
      "failed",
      "processing",
      "failed",
    ]);
  });

  test("H14: the number of events kept of a task is bounded, and the last are those that are kept", async () => {
    const client = await service.account();
    await service.stopWorker();
    const id = await client.submit({ file_content, extraction_schema: INVOICE_SCHEMA, provider: "local" });
    for (let i = 0; i < 60; i++) {
      await client.post(`/v1/tasks/${id}/cancel`);
      await client.post(`/v1/tasks/${id}/retry`);
    }
    await client.post(`/v1/tasks/${id}/cancel`);
    await service.startWorker();
    const ids = (await eventsOf(service, client, id, "0")).map(idOf);
    expect(ids.length).toBeLessThanOrEqual(101);
    expect(ids.at(-1)).toBe(122);
    expect(ids.slice(1)).toEqual(Array.from({ length: ids.length - 1 }, (_, i) => 122 - (ids.length - 2) + i));
  });
});
