/** Contract §4: states and moves, deadline, cancel, retry; §2: long poll, events, delete. */
import { access, readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MOVES } from "#contract/task.ts";
import { type Attempt, failTask, startAttempt } from "#extraction/tasks.store.ts";
import { transaction } from "#platform/transaction.ts";
import type { Client } from "../support/client.ts";
import { eventually } from "../support/eventually.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type Answering, startReceiver } from "../support/receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
let pdf: Buffer;
beforeAll(async () => {
  service = await startTestService();
  pdf = await pdfOf(INVOICE);
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** A task whose document comes from a server that does what the test says. */
async function taskFrom(answer: Answering, more: object = {}) {
  const server = await startReceiver(answer);
  const client = await service.account();
  const id = await client.submit({ document_url: `${server.url}/a.pdf`, extraction_schema: INVOICE_SCHEMA, ...more });
  return { server, client, id, read: () => client.wait(id, 0), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** The states a caller can see, in order, without repeats; from the event stream. */
async function statesOf(
  client: Client,
  id: string,
  headers: Record<string, string> = {},
): Promise<{ ids: number[]; states: string[]; events: string[] }> {
  const answer = await fetch(`${client.url}/api/extractor/v1/tasks/${id}/events`, {
    headers: { authorization: client.apiKey ?? "", ...headers },
  });
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const blocks = (await answer.text()).split("\n\n").filter((block) => block.startsWith("id:"));
  const part = (block: string, name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
  const states = blocks.map((block) => JSON.parse(part(block, "data")).status as string);
  return {
    ids: blocks.map((block) => Number(part(block, "id"))),
    states: states.filter((state, i) => state !== states[i - 1]),
    events: blocks.map((block) => part(block, "event")),
  };
}

const blobOf = (client: { accountId: string }, id: string) => path.join(service.config.blobFolder, client.accountId, id);
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

describe.concurrent("`processing` → `completed` | `failed` | `retrying` → `processing`. No other move", () => {
  test("the table of moves says so, and a failed task may be started anew", () => {
    expect(MOVES).toEqual({
      processing: ["completed", "retrying", "failed"],
      retrying: ["processing", "failed"],
      completed: [],
      failed: ["processing"],
    });
  });

  test("accepted, queued and running are all `processing`; then `completed`", async () => {
    await using it = await taskFrom((_request, response) => void setTimeout(() => response.end(pdf), 300));
    expect((await it.read()).status).toBe("processing");
    expect((await statesOf(it.client, it.id)).states).toEqual(["processing", "completed"]);
    expect(await it.read()).toMatchObject({ stage: "done", attempts: 1, error: null });
  });

  test("a server that answers 503 twice: `retrying` with `next_attempt_at`, then `processing`, then `completed`", async () => {
    await using it = await taskFrom((_request, response, count) => void (count < 3 ? response.writeHead(503).end() : response.end(pdf)));
    await eventually(
      async () => (await it.read()).status,
      (value) => expect(value).toBe("retrying"),
    );
    const waiting = await it.read();
    expect(waiting).toMatchObject({
      attempts: 1,
      error: { code: "document_unreachable", retryable: true, stage: "fetching" },
      completed_at: null,
    });
    expect(Date.parse(waiting.next_attempt_at ?? "")).toBeGreaterThan(Date.now() - 1_000);
    expect((await statesOf(it.client, it.id)).states).toEqual(["retrying", "processing", "retrying", "processing", "completed"]);
    expect(await it.read()).toMatchObject({ attempts: 3, error: null, next_attempt_at: null, data: { invoice_number: "INV-00042" } });
  });

  test.each([404, 401, 301])("a server that answers %i for good: `failed` at once, without a retry", async (status) => {
    await using it = await taskFrom((_request, response) => void response.writeHead(status).end());
    expect(await it.client.wait(it.id)).toMatchObject({
      status: "failed",
      attempts: 1,
      error: { code: "document_unreachable", retryable: false },
    });
  });

  test.each([
    ["corrupt_document", Buffer.from("%PDF-1.4\nbroken")],
    ["corrupt_document", Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from("broken")])],
  ])("a file that is damaged fails with %s and is not tried again", async (code, bytes) => {
    const task = await (await service.account()).extract({ file_content: base64(bytes), extraction_schema: INVOICE_SCHEMA });
    expect(task).toMatchObject({
      status: "failed",
      attempts: 1,
      error: { code, retryable: false, message: expect.any(String), stage: "reading" },
      data: null,
    });
  });
});

describe.concurrent("every task reaches `completed` or `failed` within its deadline", () => {
  const pass = (id: string) => sql`UPDATE tasks SET deadline_at = now() - interval '1 second' WHERE id = ${id}`.execute(service.deps.db);

  test("default 15 minutes, `deadline_seconds` 10…3600", async () => {
    const client = await service.account();
    const left = async (more: object) => {
      const id = await client.submit({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA, ...more });
      const task = await client.wait(id, 0);
      return (Date.parse(task.deadline_at) - Date.parse(task.created_at)) / 1000;
    };
    expect(await left({})).toBe(900);
    expect(await left({ deadline_seconds: 10 })).toBe(10);
    expect(await left({ deadline_seconds: 3600 })).toBe(3600);
    for (const deadline_seconds of [9, 3601, 0, -1])
      expect(
        (await client.post("/v1/extract-async", { file_content: "aaaa", extraction_schema: INVOICE_SCHEMA, deadline_seconds })).status,
      ).toBe(422);
  });

  test("a running task ends with `deadline_exceeded`, and the work on it stops", async () => {
    let open = 0;
    await using it = await taskFrom((_request, response) => {
      open++;
      response.on("close", () => open--);
    });
    await eventually(
      () => open,
      (value) => expect(value).toBe(1),
    );
    await pass(it.id);
    expect(await it.client.wait(it.id, 10)).toMatchObject({ status: "failed", error: { code: "deadline_exceeded", retryable: false } });
    await eventually(
      () => open,
      (value) => expect(value).toBe(0),
    );
  });

  test("a task that no worker takes ends too", async () => {
    await using idle = await startTestService({ worker: false });
    const client = await idle.account();
    const id = await client.submit({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA, retention_days: 0 });
    await sql`UPDATE tasks SET deadline_at = now() WHERE id = ${id}`.execute(idle.deps.db);
    expect(await client.wait(id, 10)).toMatchObject({ status: "failed", error: { code: "deadline_exceeded", stage: "queued" } });
    await eventually(
      () => exists(path.join(idle.config.blobFolder, client.accountId, id)),
      (value) => expect(value).toBe(false),
    );
  });
});

describe.concurrent("POST /tasks/{task_id}/cancel", () => {
  test("really stops the work: the connection to the document's server is closed", async () => {
    let open = 0;
    await using it = await taskFrom((_request, response) => {
      open++;
      response.on("close", () => open--);
    });
    await eventually(
      () => open,
      (value) => expect(value).toBe(1),
    );
    const answer = await it.client.post(`/v1/tasks/${it.id}/cancel`);
    expect(answer).toMatchObject({
      status: 200,
      json: { task_id: it.id, status: "failed", error: { code: "cancelled", retryable: false } },
    });
    expect(answer.json.completed_at).not.toBeNull();
    await eventually(
      () => open,
      (value) => expect(value).toBe(0),
    );
    expect((await it.read()).error?.code).toBe("cancelled");
  });

  test("of a waiting task: it is never read, and with `retention_days: 0` its document is gone", async () => {
    await using idle = await startTestService({ worker: false });
    const client = await idle.account();
    const id = await client.submit({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA, retention_days: 0 });
    const file = path.join(idle.config.blobFolder, client.accountId, id);
    expect(await exists(file)).toBe(true);
    expect((await client.post(`/v1/tasks/${id}/cancel`)).json).toMatchObject({
      status: "failed",
      error: { code: "cancelled", stage: "queued" },
    });
    expect(await exists(file)).toBe(false);
    await idle.startWorker();
    const next = await client.extract({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA });
    expect(next.status).toBe("completed");
    expect(await client.wait(id, 0)).toMatchObject({ status: "failed", attempts: 0 });
  });

  test("of a task that waits for its next attempt: there is none", async () => {
    await using it = await taskFrom((_request, response) => void response.writeHead(503).end());
    await eventually(
      async () => (await it.read()).status,
      (value) => expect(value).toBe("retrying"),
    );
    const answer = await it.client.post(`/v1/tasks/${it.id}/cancel`);
    expect(answer.json).toMatchObject({ status: "failed", error: { code: "cancelled" }, next_attempt_at: null });
  });

  test("of a finished task is 400", async () => {
    const client = await service.account();
    const { task_id } = await client.extract({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA });
    const answer = await client.post(`/v1/tasks/${task_id}/cancel`);
    expect(answer).toMatchObject({ status: 400, json: { error_code: "task_already_finished" } });
  });
});

describe.concurrent("POST /tasks/{task_id}/retry", () => {
  test("of a failed task starts a new deadline, and may complete", async () => {
    let well = false;
    await using it = await taskFrom((_request, response) => void (well ? response.end(pdf) : response.writeHead(404).end()));
    expect((await it.client.wait(it.id)).status).toBe("failed");
    await sql`UPDATE tasks SET deadline_at = deadline_at - interval '1 hour' WHERE id = ${it.id}`.execute(service.deps.db);
    well = true;
    const answer = await it.client.post(`/v1/tasks/${it.id}/retry`);
    expect(answer).toMatchObject({ status: 200, json: { task_id: it.id, status: "processing", error: null, completed_at: null } });
    expect(Date.parse(answer.json.deadline_at) - Date.now()).toBeGreaterThan(890_000);
    expect(await it.client.wait(it.id)).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" } });
  });

  test("right after a cancellation: what the cancelled attempt still does changes nothing", async () => {
    await using idle = await startTestService({ worker: false });
    const client = await idle.account();
    const id = await client.submit({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA });
    const error = { code: "internal", message: "late", retryable: false, stage: "reading" } as const;
    const late = await startAttempt(idle.deps.db, id, "reading");
    await client.post(`/v1/tasks/${id}/cancel`);
    await client.post(`/v1/tasks/${id}/retry`);
    const current = await startAttempt(idle.deps.db, id, "reading");
    expect([late?.attempts, current?.attempts]).toEqual([1, 1]);
    if (!late || !current) throw new Error("no attempt");
    const fail = (attempt: Attempt) => transaction(idle.deps.db, (tx) => failTask(tx, attempt, error, 1));
    expect(await fail(late)).toBeNull();
    expect((await client.wait(id, 0)).status).toBe("processing");
    expect(await fail(current)).toMatchObject({ id });
  });

  test.each(["completed", "processing"])("of a %s task is 400", async (status) => {
    await using it = await taskFrom((_request, response) => void (status === "completed" ? response.end(pdf) : undefined));
    if (status === "completed") await it.client.wait(it.id);
    const answer = await it.client.post(`/v1/tasks/${it.id}/retry`);
    expect(answer).toMatchObject({ status: 400, json: { error_code: "task_not_retryable" } });
  });
});

describe.concurrent("DELETE /tasks/{task_id}: document, result and text are gone, an audit line stays", () => {
  test("204, then 404 everywhere; no row and no file holds it", async () => {
    const client = await service.account();
    const { task_id: id } = await client.extract({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA });
    expect(await exists(blobOf(client, id))).toBe(true);
    const answer = await client.delete(`/v1/tasks/${id}`);
    expect(answer).toMatchObject({ status: 204, text: "" });
    for (const part of ["", "/document", "/pages/1.png", "/deliveries", "/events"])
      expect((await client.get(`/v1/tasks/${id}${part}`)).status).toBe(404);
    expect((await client.delete(`/v1/tasks/${id}`)).status).toBe(404);
    expect((await client.get("/v1/tasks")).json.tasks).toEqual([]);
    expect(await readdir(path.join(service.config.blobFolder, client.accountId)).catch(() => [])).toEqual([]);
    const { rows } = await sql`SELECT 1 FROM tasks WHERE account_id = ${client.accountId}`.execute(service.deps.db);
    expect(rows).toEqual([]);
    const audit = await service.deps.db
      .selectFrom("audit_lines")
      .select(["action", "subject"])
      .where("account_id", "=", client.accountId)
      .execute();
    expect(audit).toContainEqual({ action: "task.deleted", subject: id });
  });

  test("of a running task stops the work and leaves no document behind", async () => {
    let open = 0;
    await using it = await taskFrom((_request, response) => {
      open++;
      response.on("close", () => open--);
    });
    await eventually(
      () => open,
      (value) => expect(value).toBe(1),
    );
    expect((await it.client.delete(`/v1/tasks/${it.id}`)).status).toBe(204);
    await eventually(
      () => open,
      (value) => expect(value).toBe(0),
    );
    expect((await it.client.get(`/v1/tasks/${it.id}`)).status).toBe(404);
  });
});

describe.concurrent("GET /tasks/{task_id}?wait=0..60", () => {
  test("answers as soon as the task is finished, not when the time is up", async () => {
    await using it = await taskFrom((_request, response) => void setTimeout(() => response.end(pdf), 500));
    const t0 = performance.now();
    expect((await it.client.wait(it.id, 60)).status).toBe("completed");
    expect(performance.now() - t0).toBeLessThan(10_000);
  });

  test("answers when the time is up, with the state then", async () => {
    await using it = await taskFrom(() => undefined);
    const t0 = performance.now();
    expect((await it.client.wait(it.id, 1)).status).toBe("processing");
    expect(performance.now() - t0).toBeGreaterThanOrEqual(950);
    expect(performance.now() - t0).toBeLessThan(4_000);
  });

  test("fifty who wait are all answered", async () => {
    await using it = await taskFrom((_request, response) => void setTimeout(() => response.end(pdf), 300));
    const answers = await Promise.all(Array.from({ length: 50 }, () => it.client.wait(it.id, 20)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["completed"]));
  });
});

describe.concurrent("GET /tasks/{task_id}/events", () => {
  test("events `status` and `progress` with growing ids, ending at a terminal state", async () => {
    await using it = await taskFrom((_request, response) => void setTimeout(() => response.end(pdf), 900));
    const { ids, states, events } = await statesOf(it.client, it.id);
    expect(states.at(-1)).toBe("completed");
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    expect(events[0]).toBe("status");
    expect(events.at(-1)).toBe("status");
    for (const event of events) expect(["status", "progress"]).toContain(event);
  });

  test("resumable with `Last-Event-ID`: only what is newer comes", async () => {
    await using it = await taskFrom((_request, response) => void setTimeout(() => response.end(pdf), 900));
    const { ids } = await statesOf(it.client, it.id);
    const last = ids.at(-1) ?? 0;
    expect((await statesOf(it.client, it.id, { "last-event-id": String(last - 1) })).ids).toEqual([last]);
    expect((await statesOf(it.client, it.id, { "last-event-id": String(last) })).ids).toEqual([]);
    expect((await statesOf(it.client, it.id, { "last-event-id": "no number" })).ids).toEqual([last]);
  });

  test("of a finished task tell its state and end", async () => {
    const client = await service.account();
    const { task_id } = await client.extract({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA });
    expect((await statesOf(client, task_id)).states).toEqual(["completed"]);
  });

  test("end when the task is deleted", async () => {
    await using it = await taskFrom(() => undefined);
    const following = statesOf(it.client, it.id);
    await it.client.delete(`/v1/tasks/${it.id}`);
    await following;
  });
});
