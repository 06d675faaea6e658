/** A batch of résumés comes out whole, and its counts are right at every moment, while a worker is killed. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { INVOICE, pdfOf } from "../support/pdf.ts";
import { clientOf, kill, startProcesses } from "../support/processes.ts";
import { startReceiver } from "../support/receiver.ts";
import { fileOf, people, resumePdf } from "../support/resumes.ts";

const FETCH_MS = 250;

test("J31: 50 files, 3 of them unreadable, one worker killed midway: 47 read, 3 failed with their reasons, one webhook", async () => {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(tmpdir(), "winnow-batch-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const persons = people(46);
  const pdfs = await Promise.all(persons.map(resumePdf));
  await using slow = await startReceiver(
    (request, response) => void setTimeout(() => response.end(pdfs[Number(request.path.slice(1))]), FETCH_MS),
  );
  await using hooks = await startReceiver();
  const service = await startProcesses(dataDir);
  stack.defer(async () => void (await service.stop()));
  const client = await clientOf(service, dataDir);
  const { json: job } = await client.post("/recruit/extract-resumes", {
    files: [
      fileOf("locked.pdf", await pdfOf([[{ text: "Secret Person", y: 50 }]], { userPassword: "x", ownerPassword: "y" })),
      fileOf("empty.pdf", ""),
      fileOf("broken.pdf", "%PDF-1.4\nbroken"),
      fileOf("invoice.pdf", await pdfOf(INVOICE)),
    ],
    urls: persons.map((_, i) => `${slow.url}/${i}`),
    callback_url: `${hooks.url}/done`,
  });

  let killed = false;
  let before = 0;
  const status = await (async () => {
    for (;;) {
      const { json } = await client.get(`/recruit/extraction-status/${job.job_id}`);
      expect(json.total_processed).toBe(json.successful_count + json.failed_count);
      expect(json.successful_extractions).toHaveLength(json.successful_count);
      expect(json.failed_extractions).toHaveLength(json.failed_count);
      expect(json.total_processed).toBeGreaterThanOrEqual(before);
      before = json.total_processed;
      if (!killed && before >= 5) {
        killed = true;
        kill((await service.pids()).workers[0] ?? 0);
      }
      if (json.status === "completed") return json;
    }
  })();

  expect(killed).toBe(true);
  expect(status).toMatchObject({ total_documents: 50, total_processed: 50, successful_count: 47, failed_count: 3 });
  expect(status.failed_extractions.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
    [0, "encrypted_document"],
    [1, "empty_document"],
    [2, "corrupt_document"],
  ]);
  const names = status.successful_extractions.map((each: { application_name: string }) => each.application_name);
  expect(names).toEqual(["", ...persons.map(({ name }) => name)]);
  await expect.poll(() => hooks.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(new Set(hooks.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
}, 120_000);
