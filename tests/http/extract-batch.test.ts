/** Batches: many documents in one request, each a task; one webhook; one document that cannot be read stops no other. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { ExtractBatch } from "#contract/extract-batch.ts";
import type { TaskRecord } from "#contract/task.ts";
import type { Client } from "../support/client.ts";
import { eventually } from "../support/eventually.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { idleService, type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
let client: Client;
let file_content: string;
const schema = { extraction_schema: INVOICE_SCHEMA };
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  file_content = base64(await pdfOf(INVOICE));
});

async function send(documents: object[], more: object = schema): Promise<string> {
  const { status, json } = await client.post("/v1/extract-batch", { documents, ...more });
  expect([status, json.status, json.total]).toEqual([200, "processing", documents.length]);
  return json.batch_id;
}

const ended = async (id: string): Promise<ExtractBatch> => (await client.get(`/v1/extract-batch/${id}?wait=60`)).json;

async function resultsOf(id: string, by = client): Promise<(TaskRecord & { index: number })[]> {
  const answer = await fetch(`${service.url}/api/extractor/v1/extract-batch/${id}/results`, {
    headers: { authorization: String(by.apiKey) },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
  const text = await answer.text();
  return text === ""
    ? []
    : text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
}

describe("a batch with documents that cannot be read among others", () => {
  let id: string;
  let batch: ExtractBatch;
  const refused = [
    [{ url: "no address" }, "document_unreachable"],
    [{ url: "http://10.0.0.1/a.pdf" }, "document_unreachable"],
    [{ file_content: "%%%" }, "corrupt_document"],
    [{ file_content: base64(Buffer.from([0, 1, 2, 3])) }, "unsupported_type"],
    [{ file_content: base64(Buffer.alloc(10 * 1024 * 1024 + 1, "%PDF-1.4\n")) }, "document_too_large"],
  ] as const;
  beforeAll(async () => {
    const documents = [
      { file_content, filename: "first.pdf" },
      ...refused.map(([document], i) => ({ ...document, filename: `refused-${i}` })),
      { file_content, filename: "last.pdf", metadata: { its: "own" } },
    ];
    id = await send(documents, { ...schema, metadata: { of: "the batch" } });
    batch = await ended(id);
  });

  test("reads the others, and tells of each why it was not", () => {
    expect(ExtractBatch.strict().parse(batch)).toEqual(batch);
    const total = refused.length + 2;
    const counts = { processing: 0, retrying: 0, completed: 2, failed: refused.length };
    expect(batch).toMatchObject({ status: "completed", total, counts, metadata: { of: "the batch" }, webhook: null, next_cursor: null });
    expect(batch.tasks.map(({ index }) => index)).toEqual(Array.from({ length: total }, (_, i) => i));
    expect(batch.tasks.map(({ error }) => error?.code ?? null)).toEqual([null, ...refused.map(([, code]) => code), null]);
    expect(batch.tasks[2]?.document.filename).toBe("refused-1");
  });

  test("is made of ordinary tasks that name it", async () => {
    const first = (await client.get(`/v1/tasks/${batch.tasks[0]?.task_id}`)).json;
    expect(first).toMatchObject({ batch_id: id, status: "completed", metadata: { of: "the batch" }, document: { filename: "first.pdf" } });
    expect(first.data.invoice_number).not.toBeNull();
    expect(batch.tasks.at(-1)?.metadata).toEqual({ its: "own" });
    const { json } = await client.get(`/v1/tasks?batch_id=${id}&status=failed`);
    expect(json.tasks).toHaveLength(refused.length);
  });

  test("gives its results as lines in the order of the request", async () => {
    const results = await resultsOf(id);
    expect(results.map(({ index, task_id }) => [index, task_id])).toEqual(batch.tasks.map(({ index, task_id }) => [index, task_id]));
    const { data } = (await client.get(`/v1/tasks/${batch.tasks[0]?.task_id}`)).json;
    expect(results[0]?.data).toEqual(data);
    expect(results[1]).toMatchObject({ status: "failed", data: null, error: { code: "document_unreachable" } });
  });

  test("shows its tasks in parts", async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { json }: { json: ExtractBatch } = await client.get(`/v1/extract-batch/${id}?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...json.tasks.map(({ task_id }) => task_id));
      cursor = json.next_cursor;
    }
    expect(seen).toEqual(batch.tasks.map(({ task_id }) => task_id));
  });

  test("is in the list of its account only, and nobody else can read or delete it", async () => {
    const stranger = await service.account();
    const { tasks: _tasks, ...summary } = batch;
    expect((await client.get("/v1/extract-batch?limit=100")).json.batches).toContainEqual({ ...summary, next_cursor: undefined });
    expect((await stranger.get("/v1/extract-batch")).json.batches).toEqual([]);
    expect((await stranger.get(`/v1/extract-batch/${id}`)).status).toBe(404);
    expect((await stranger.get(`/v1/extract-batch/${id}/results`)).status).toBe(404);
    expect((await stranger.delete(`/v1/extract-batch/${id}`)).status).toBe(404);
    expect((await stranger.get(`/v1/tasks?batch_id=${id}`)).json.tasks).toEqual([]);
    expect((await ended(id)).tasks).toHaveLength(batch.total);
  });
});

test("sends one webhook when all are done, also where every document is refused", async () => {
  await using receiver = await startReceiver();
  const documents = [{ file_content }, { file_content, pages: "1" }];
  const read = await send(documents, { ...schema, callback_url: `${receiver.url}/read` });
  const none = await send([{ url: "nowhere" }], { ...schema, callback_url: `${receiver.url}/none` });
  await Promise.all([ended(read), ended(none)]);
  await eventually(
    async () => Promise.all([read, none].map(ended)),
    (batches) => expect(batches.map(({ webhook }) => webhook?.status)).toEqual(["delivered", "delivered"]),
  );
  const events = receiver.received.map(({ path, body }) => [path, JSON.parse(body)] as const);
  expect(events.map(([path]) => path).sort()).toEqual(["/none", "/read"]);
  const counts = { processing: 0, retrying: 0, completed: 2, failed: 0 };
  const results_url = expect.stringContaining(`/extract-batch/${read}/results`);
  expect(new Map(events).get("/read")).toMatchObject({ type: "batch.completed", data: { batch_id: read, counts, results_url } });
  const { json } = await client.get("/v1/deliveries?limit=100");
  expect(json.deliveries.map((each: { batch_id: string }) => each.batch_id)).toEqual(expect.arrayContaining([read, none]));
});

test("the same request with the same Idempotency-Key is one batch", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const body = { documents: [{ file_content }], ...schema };
  const answers = [await client.post("/v1/extract-batch", body, headers), await client.post("/v1/extract-batch", body, headers)];
  expect(answers[1]?.json).toEqual(answers[0]?.json);
  const { batch_id } = answers[0]?.json ?? {};
  expect((await ended(batch_id)).total).toBe(1);
  const { json } = await client.get("/v1/extract-batch?limit=100");
  expect(json.batches.filter((each: ExtractBatch) => each.batch_id === batch_id)).toHaveLength(1);
});

test("a wrong request is refused as a whole, with every place", async () => {
  const documents = [{ file_content }, {}, { file_content, url: "https://example.com/a.pdf" }, { file_content, pages: "x" }];
  const { status, json } = await client.post("/v1/extract-batch", { documents, ...schema });
  expect(status).toBe(422);
  expect(json.detail.map(({ loc, type }: { loc: unknown[]; type: string }) => [loc.slice(1, 4), type])).toEqual([
    [["documents", 1], "missing"],
    [["documents", 2], "too_many"],
    [["documents", 3, "pages"], "value_error"],
  ]);
  const many = Array.from({ length: 1001 }, () => ({ url: "https://example.com/a.pdf" }));
  expect((await client.post("/v1/extract-batch", { documents: many, ...schema })).status).toBe(422);
  expect((await client.post("/v1/extract-batch", { documents: [{ file_content }] })).status).toBe(422);
  const hook = { ...schema, callback_url: "http://10.0.0.1/" };
  expect((await client.post("/v1/extract-batch", { documents: [{ file_content }], ...hook })).status).toBe(400);
});

test("deleting a batch deletes its tasks and their documents, also those that wait", async () => {
  const idle = await idleService();
  const other = await idle.account();
  const documents = Array.from({ length: 130 }, () => ({ file_content }));
  const { json } = await other.post("/v1/extract-batch", { documents, ...schema });
  const { json: before } = await other.get(`/v1/extract-batch/${json.batch_id}?limit=1`);
  expect(before).toMatchObject({ status: "processing", total: 130, counts: { processing: 130 } });
  const [first] = before.tasks;
  expect((await other.delete(`/v1/extract-batch/${json.batch_id}`)).status).toBe(204);
  expect((await other.get(`/v1/extract-batch/${json.batch_id}`)).status).toBe(404);
  expect((await other.get(`/v1/tasks/${first.task_id}/document`)).status).toBe(404);
  expect((await other.get("/v1/tasks")).json.tasks).toEqual([]);
});

test("a full queue refuses the batch, and nothing of it is kept", async () => {
  const idle = await idleService();
  const other = await idle.account();
  const url = "https://example.com/a.pdf";
  const documents = Array.from({ length: 1000 }, () => ({ url }));
  for (let i = 0; i < 10; i++) expect((await other.post("/v1/extract-batch", { documents, ...schema })).status).toBe(200);
  expect((await other.post("/v1/extract-batch", { documents, ...schema })).json.error_code).toBe("queue_full");
  expect((await other.get("/v1/extract-batch?limit=100")).json.batches).toHaveLength(10);
});

test("a batch whose retention time is over is forgotten, and its tasks go by their own", async () => {
  const id = await send([{ file_content }]);
  const { tasks } = await ended(id);
  const { rows } = await sql<{
    days: number;
  }>`SELECT extract(day FROM expires_at - completed_at)::int AS days FROM extract_batches WHERE id = ${id}`.execute(service.db);
  expect(rows[0]?.days).toBe(30);
  await sql`DELETE FROM extract_batches WHERE id = ${id}`.execute(service.db);
  expect((await client.get(`/v1/tasks/${tasks[0]?.task_id}`)).json).toMatchObject({ status: "completed", batch_id: null });
});
