/** A worker that lost its job and goes on with it: what it fetched late takes nothing from the attempt that came after it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetOrphans } from "#extraction/maintenance.ts";
import { forgetOrphanResumes } from "#recruiting/batches/maintenance.ts";
import { loseJobs } from "../support/database-state.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { RESUME_TEXT, resumePdf } from "../support/resumes.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ownReaders: true });
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** A server whose first answer waits for `release`; the others are given at once, each with the bytes of its place. */
async function holdingServer(first: Buffer, later: Buffer) {
  const held = Promise.withResolvers<void>();
  const server = await startReceiver(async (_request, response, count) => {
    if (count === 1) await held.promise;
    response.end(count === 1 ? first : later);
  });
  return { ...server, release: () => held.resolve() };
}

const filesOf = async (accountId: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of service.deps.blobs.keys()) if (key.startsWith(accountId)) keys.push(key);
  return keys;
};

test("H07: a worker that fetches late neither deletes nor replaces the document of the finished task", async () => {
  const client = await service.account();
  const [late, right] = [await pdfOf([[{ text: "Invoice number: LATE-1", y: 50 }]]), await pdfOf(INVOICE)];
  await using server = await holdingServer(late, right);
  const id = await client.submit({ document_url: `${server.url}/a.pdf`, extraction_schema: INVOICE_SCHEMA, cache: "off" });
  await expect.poll(() => server.received.length).toBe(1);
  await loseJobs(service.db, "process-extraction");
  const record = await client.wait(id);
  expect([record.status, record.attempts, record.data?.invoice_number]).toEqual(["completed", 2, "INV-00042"]);
  const kept = await filesOf(client.accountId);
  server.release();
  await service.stopWorker();
  await service.startWorker();
  expect(await filesOf(client.accountId)).toEqual(kept);
  expect((await forgetOrphans(service.forAll, 0)) + (await forgetOrphanResumes(service.forAll, 0))).toBe(0);
  const document = await fetch(`${client.url}/api/extractor/v1/tasks/${id}/document`, { headers: { authorization: client.key } });
  expect([document.status, Buffer.from(await document.arrayBuffer()).equals(right)]).toEqual([200, true]);
});

test("H07: a worker that fetches late neither deletes nor replaces the file of a résumé that was read", async () => {
  const client = await service.account();
  const right = await resumePdf({ name: "Ada Muster", email: "ada@example.com" });
  await using server = await holdingServer(Buffer.from(RESUME_TEXT), right);
  const { json: job } = await client.post("/recruit/extract-resumes", { urls: [`${server.url}/a.pdf`] });
  await expect.poll(() => server.received.length).toBe(1);
  await loseJobs(service.db, "extract-resume");
  const done = (await client.get(`/recruit/extraction-status/${job.job_id}?wait=60`)).json;
  expect(done.successful_count).toBe(1);
  const kept = await filesOf(client.accountId);
  server.release();
  await service.stopWorker();
  await service.startWorker();
  expect(await filesOf(client.accountId)).toEqual(kept);
  expect((await forgetOrphans(service.forAll, 0)) + (await forgetOrphanResumes(service.forAll, 0))).toBe(0);
  const [{ application_id }] = done.successful_extractions;
  const file = await fetch(`${client.url}/api/recruit/v1/resumes/${application_id}/file`, { headers: { authorization: client.key } });
  expect([file.status, Buffer.from(await file.arrayBuffer()).equals(right)]).toEqual([200, true]);
});
