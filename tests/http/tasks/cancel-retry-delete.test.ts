/** Cancel and retry, delete. */
import { access, readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { forgetExpired } from "#extraction/maintenance.ts";
import { failTask, startTask } from "#extraction/tasks.store.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { type Attempt, LateResult } from "#platform/queue/attempt-columns.ts";
import { auditOf } from "../../support/database-state.ts";
import { eventually } from "../../support/eventually.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { servedTask } from "../../support/served-task.ts";
import { startTestService } from "../../support/service.ts";
import { idleService, type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
let pdf: Buffer;
beforeAll(async () => {
  service = await sharedService();
  pdf = await pdfOf(INVOICE);
});

const blobOf = (client: { accountId: string }, id: string) => path.join(service.documentsDir, client.accountId, id);
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

describe.concurrent("POST /tasks/{task_id}/cancel", () => {
  test("really stops the work: the connection to the document's server is closed", async () => {
    let open = 0;
    await using it = await servedTask(service, (_request, response) => {
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
    const file = path.join(idle.documentsDir, client.accountId, id);
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
    await using it = await servedTask(service, (_request, response) => void response.writeHead(503).end());
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
    await using it = await servedTask(service, (_request, response) => void (well ? response.end(pdf) : response.writeHead(404).end()));
    expect((await it.client.wait(it.id)).status).toBe("failed");
    await sql`UPDATE tasks SET deadline_at = deadline_at - interval '1 hour' WHERE id = ${it.id}`.execute(service.db);
    well = true;
    const answer = await it.client.post(`/v1/tasks/${it.id}/retry`);
    expect(answer).toMatchObject({ status: 200, json: { task_id: it.id, status: "processing", error: null, completed_at: null } });
    expect(Date.parse(answer.json.deadline_at) - Date.now()).toBeGreaterThan(890_000);
    expect(await it.client.wait(it.id)).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" } });
  });

  test("right after a cancellation: what the cancelled attempt still does changes nothing", async () => {
    const idle = await idleService();
    const client = await idle.account();
    const id = await client.submit({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA });
    const error = { code: "internal", message: "late", retryable: false, stage: "reading" } as const;
    const usage = { pages: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 };
    const late = await startTask(idle.db, { taskId: id, run: 1 }, "reading");
    await client.post(`/v1/tasks/${id}/cancel`);
    await client.post(`/v1/tasks/${id}/retry`);
    const current = await startTask(idle.db, { taskId: id, run: 2 }, "reading");
    expect([late?.attempts, current?.attempts]).toEqual([1, 1]);
    if (!late || !current) throw new Error("no attempt");
    const fail = (attempt: Attempt) => transaction(idle.db, (tx) => failTask(tx, attempt, { error, usage, waits: false }, 1));
    await expect(fail(late)).rejects.toThrow(LateResult);
    expect((await client.wait(id, 0)).status).toBe("processing");
    expect(await fail(current)).toMatchObject({ id });
  });

  test.each(["completed", "processing"])("of a %s task is 400", async (status) => {
    await using it = await servedTask(service, (_request, response) => void (status === "completed" ? response.end(pdf) : undefined));
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
    expect(await readdir(path.join(service.documentsDir, client.accountId)).catch(() => [])).toEqual([]);
    const { rows } = await sql`SELECT 1 FROM tasks WHERE account_id = ${client.accountId}`.execute(service.db);
    expect(rows).toEqual([]);
    const audit = await auditOf(service.db, "account_id", client.accountId);
    expect(audit).toContainEqual(expect.objectContaining({ action: "task.deleted", subject: id }));
  });

  test("of a running task stops the work and leaves no document behind", async () => {
    let open = 0;
    await using it = await servedTask(service, (_request, response) => {
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

test("an expired task answers 404, its document is gone and an audit line stays", async () => {
  const client = await service.account();
  const { task_id: id } = await client.extract({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA, retention_days: 1 });
  await forgetExpired(service.forAll);
  expect((await client.get(`/v1/tasks/${id}`)).status).toBe(200);
  await sql`UPDATE tasks SET expires_at = expires_at - interval '25 hours' WHERE id = ${id}`.execute(service.db);
  await forgetExpired(service.forAll);
  expect((await client.get(`/v1/tasks/${id}`)).status).toBe(404);
  expect(await exists(blobOf(client, id))).toBe(false);
  const audit = await auditOf(service.db, "subject", id);
  expect(audit.map(({ action }) => action)).toEqual(["task.expired"]);
});
