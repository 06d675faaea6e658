/** A process may die between a document and its row: what nobody needs is found and deleted, what somebody needs is not. */
import { expect, test } from "vitest";
import { forgetOrphans } from "#extraction/maintenance.ts";
import { forgetOrphanLists } from "#lists/maintenance.ts";
import { forgetOrphanResumes } from "#recruiting/batches/maintenance.ts";
import { forgetOrphanUploads } from "#uploads/maintenance.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { fileOf, RESUME_TEXT } from "../support/resumes.ts";
import { startTestService } from "../support/service.ts";

test("documents, résumés, lists and uploads without a row go once they are old, those with one stay", async () => {
  await using service = await startTestService();
  const client = await service.account();
  const { blobs } = service.deps;
  const task = await client.extract({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA });
  const { json: job } = await client.post("/recruit/extract-resumes", { files: [fileOf("mia.txt", RESUME_TEXT)] });
  await client.get(`/recruit/extraction-status/${job.job_id}?wait=30`);
  await client.post("/v1/lists", { name: "Suppliers", csv: "Number\n1\n" });
  const { json: upload } = await client.post("/v1/uploads", {});
  expect((await client.put(`/v1/uploads/${upload.upload_id}`, { its: "text" })).status).toBe(200);
  const kept: string[] = [];
  for await (const key of blobs.keys()) kept.push(key);
  expect(kept).toHaveLength(4);
  const lost = [
    "task_lost",
    "fetched-task_lost-1-0a",
    "app_lost",
    "app_lost.read",
    "fetched-app_lost-1-0a",
    "fetched-app_lost-1-0a.read",
    "eval_lost",
    "lst_lost",
    "upl_lost-0a",
  ].map((name) => `${client.accountId}/${name}`);
  for (const key of lost) await blobs.put(key, Buffer.from("somebody's"));

  const forget = async (olderThanMs?: number) => {
    const each = [forgetOrphans, forgetOrphanResumes, forgetOrphanLists, forgetOrphanUploads].map((of) => of(service.forAll, olderThanMs));
    return (await Promise.all(each)).reduce((sum, count) => sum + count, 0);
  };
  expect(await forget()).toBe(0);
  expect(await forget(0)).toBe(9);
  const left: string[] = [];
  for await (const key of blobs.keys()) left.push(key);
  expect(left.sort()).toEqual(kept.sort());
  expect((await client.get(`/v1/tasks/${task.task_id}/document`)).status).toBe(200);
});
