/** The service with its documents in a bucket, over a network that breaks. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBlobs } from "#platform/blobs/open-blobs.ts";
import { eventually } from "../support/eventually.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { fileOf } from "../support/resumes.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { startTestService, type TestService } from "../support/service.ts";

const RESUME = path.resolve(import.meta.dirname, "../../samples/resume-lena-brandt.pdf");

let store: S3Server;
let way: FaultProxy;
let service: TestService;
let pdf: Buffer;
beforeAll(async () => {
  pdf = await pdfOf(INVOICE);
  store = await startS3Server();
  way = await startFaultProxy({ host: "127.0.0.1", port: store.port });
  for (const [name, value] of Object.entries(store.credentials)) vi.stubEnv(name, value);
  service = await startTestService({ env: { WINNOW_STORAGE_URL: store.urlBy(way.port) } });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
  await way?.[Symbol.asyncDispose]();
  await store?.[Symbol.asyncDispose]();
});

const body = () => ({ file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA, cache: "off" });
async function kept(accountId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of openBlobs(service.config.storage).keys()) if (key.startsWith(accountId)) keys.push(key);
  return keys;
}

test("a document is read from it, given back, and deleted", async () => {
  const client = await service.account();
  const task = await client.extract(body());
  expect(task).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" } });
  const answer = await fetch(`${service.url}/api/extractor/v1/tasks/${task.task_id}/document`, { headers: { authorization: client.key } });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
  expect(await kept(client.accountId)).toEqual([`${client.accountId}/${task.task_id}`]);
  expect((await client.delete(`/v1/tasks/${task.task_id}`)).status).toBe(204);
  expect(await kept(client.accountId)).toEqual([]);
});

test("an upload is kept in it, copied within it for what names it, and deleted", async () => {
  const client = await service.account();
  const { json: upload } = await client.post("/v1/uploads", { filename: "invoice.pdf" });
  const put = () => fetch(service.url + upload.url.slice(new URL(upload.url).origin.length), { method: "PUT", body: Uint8Array.from(pdf) });
  way.set({ kind: "reset" });
  expect((await put()).status).toBe(500);
  expect((await client.get(`/v1/uploads/${upload.upload_id}`)).json.status).toBe("waiting");
  way.set({ kind: "none" });
  expect((await put()).status).toBe(200);
  const task = await client.extract({ document: { upload_id: upload.upload_id }, extraction_schema: INVOICE_SCHEMA });
  expect(task).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" }, document: { filename: "invoice.pdf" } });
  expect(await kept(client.accountId)).toHaveLength(2);
  expect((await client.delete(`/v1/uploads/${upload.upload_id}`)).status).toBe(204);
  expect(await kept(client.accountId)).toEqual([`${client.accountId}/${task.task_id}`]);
});

test("a batch of résumés", async () => {
  const client = await service.account();
  const bytes = await readFile(RESUME);
  const { json } = await client.post("/recruit/extract-resumes", { files: [fileOf("lena.pdf", bytes)] });
  const job = (await client.get(`/recruit/extraction-status/${json.job_id}?wait=30`)).json;
  expect(job).toMatchObject({ status: "completed", successful_count: 1 });
  const scored = await client.post("/recruit/evaluate", {
    job_id: "job",
    application_id: job.successful_extractions[0].application_id,
    job_details: { required_skills: [{ name: "TypeScript" }] },
  });
  expect(scored.status).toBe(200);
});

test("what cannot be stored is not accepted, and leaves nothing; then it goes on by itself", async () => {
  const client = await service.account();
  way.set({ kind: "reset" });
  expect((await client.post("/v1/extract-async", body())).status).toBe(500);
  expect((await client.get("/v1/tasks")).json.tasks).toEqual([]);
  way.set({ kind: "none" });
  expect((await client.extract(body())).status).toBe("completed");
});

test("a document that cannot be read at the moment is read later", async () => {
  const client = await service.account();
  await service.stopWorker();
  const id = await client.submit(body());
  way.set({ kind: "reset" });
  await service.startWorker();
  await eventually(
    async () => (await client.get(`/v1/tasks/${id}`)).json.status,
    (status) => expect(status).toBe("retrying"),
  );
  way.set({ kind: "none" });
  expect(await client.wait(id)).toMatchObject({ status: "completed", attempts: expect.any(Number) });
});
