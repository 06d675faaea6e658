/** A network that loses what PostgreSQL answers to COMMIT: what was accepted keeps its document, whatever the caller was told. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CutService, postAndLose, rowsWithoutFile, startCutService } from "../support/lost-commits.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { validBodies } from "../support/valid-bodies.ts";

let cut: CutService;
beforeAll(async () => {
  cut = await startCutService();
});
afterAll(() => cut?.[Symbol.asyncDispose]());

const submission = async () => ({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA, cache: "off" });

test("H06: the answer to a submission's commit is lost ten times: each task that was kept is completed and has its document", async () => {
  const { service, proxy } = cut;
  const client = await service.account();
  for (let i = 0; i < 10; i++) expect(await postAndLose(proxy, client, "/v1/extract-async", await submission())).toBe(500);
  const { tasks } = (await client.get("/v1/tasks?limit=100")).json;
  expect(tasks).toHaveLength(10);
  for (const { task_id } of tasks) {
    expect((await client.wait(task_id)).status).toBe("completed");
    expect((await client.get(`/v1/tasks/${task_id}/document`)).status).toBe(200);
  }
});

test("H06: no request that keeps a file leaves a row without it", async () => {
  const { service, proxy } = cut;
  const client = await service.account();
  const bodies = await validBodies();
  const position = (await client.post("/recruit/positions", bodies.PositionRequest)).json.position_id;
  const requests = [
    ["/v1/extract-async", bodies.ExtractAsyncRequest],
    ["/recruit/extract-resumes", bodies.ExtractResumesRequest],
    [`/recruit/positions/${position}/resumes`, bodies.ExtractResumesRequest],
    ["/recruit/evaluate", bodies.EvaluateRequest],
  ] as const;
  for (const [path, body = {}] of requests) expect([path, await postAndLose(proxy, client, path, body)]).toEqual([path, 500]);
  expect(await rowsWithoutFile(service)).toEqual([]);
});

test("H06: the repetition with the same Idempotency-Key is answered with what the lost commit kept", async () => {
  const { service, proxy } = cut;
  const client = await service.account();
  const key = { "idempotency-key": randomUUID() };
  const body = await submission();
  expect(await postAndLose(proxy, client, "/v1/extract-async", body, key)).toBe(500);
  const again = await client.post("/v1/extract-async", body, key);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  expect((await client.get("/v1/tasks")).json.tasks.map(({ task_id }: { task_id: string }) => task_id)).toEqual([again.json.task_id]);
});

test.each([
  ["before COMMIT", "CREATE TRIGGER refusing AFTER INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION refuse()"],
  [
    "at COMMIT",
    "CREATE CONSTRAINT TRIGGER refusing AFTER INSERT ON tasks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()",
  ],
])("H06: what the server refused %s leaves no file", async (_when, trigger) => {
  const { service } = cut;
  const client = await service.account();
  await sql`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`.execute(
    service.db,
  );
  await sql.raw(trigger).execute(service.db);
  const { status } = await client.post("/v1/extract-async", await submission());
  await sql`DROP TRIGGER refusing ON tasks`.execute(service.db);
  const files: string[] = [];
  for await (const key of service.deps.blobs.keys()) if (key.startsWith(client.accountId)) files.push(key);
  expect([status, files]).toEqual([500, []]);
});
