/** States and moves, deadline. */
import { access } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { MOVES } from "#contract/task.ts";
import { passDeadline } from "../../support/database-state.ts";
import { eventually } from "../../support/eventually.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { followTask, servedTask } from "../../support/served-task.ts";
import { idleService, type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
let pdf: Buffer;
beforeAll(async () => {
  service = await sharedService();
  pdf = await pdfOf(INVOICE);
});

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
    await using it = await servedTask(service, (_request, response) => void setTimeout(() => response.end(pdf), 300));
    expect((await it.read()).status).toBe("processing");
    expect((await followTask(it.client, it.id)).states).toEqual(["processing", "completed"]);
    expect(await it.read()).toMatchObject({ stage: "done", attempts: 1, error: null });
  });

  test("a server that answers 503 twice: `retrying` with `next_attempt_at`, then `processing`, then `completed`", async () => {
    await using it = await servedTask(
      service,
      (_request, response, count) => void (count < 3 ? response.writeHead(503).end() : response.end(pdf)),
    );
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
    expect((await followTask(it.client, it.id)).states).toEqual(["retrying", "processing", "retrying", "processing", "completed"]);
    expect(await it.read()).toMatchObject({ attempts: 3, error: null, next_attempt_at: null, data: { invoice_number: "INV-00042" } });
  });

  test.each([404, 401, 301])("a server that answers %i for good: `failed` at once, without a retry", async (status) => {
    await using it = await servedTask(service, (_request, response) => void response.writeHead(status).end());
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
  const pass = (id: string) => passDeadline(service.db, "tasks", id);

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
    await using it = await servedTask(service, (_request, response) => {
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
    const idle = await idleService();
    const client = await idle.account();
    const id = await client.submit({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA, retention_days: 0 });
    await passDeadline(idle.db, "tasks", id);
    expect(await client.wait(id, 10)).toMatchObject({ status: "failed", error: { code: "deadline_exceeded", stage: "queued" } });
    await eventually(
      () => exists(path.join(idle.documentsDir, client.accountId, id)),
      (value) => expect(value).toBe(false),
    );
  });
});
