/** The network between API and database loses the answers to 200 commits: every task that was kept is completed, with its document. */
import { expect, test } from "vitest";
import { figure } from "../support/figure.ts";
import { postAndLose, rowsWithoutFile, startCutService } from "../support/lost-commits.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";

const COMMITS = 200;

test("H06: the answers to 200 submissions' commits are lost: 200 tasks completed, 200 documents there", async () => {
  await using cut = await startCutService();
  const { service, proxy } = cut;
  const client = await service.account();
  const body = { file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA, cache: "off" };
  for (let i = 0; i < COMMITS; i++) expect(await postAndLose(proxy, client, "/v1/extract-async", body)).toBe(500);
  const rows = await service.db.selectFrom("tasks").select("id").where("account_id", "=", client.accountId).execute();
  expect(rows).toHaveLength(COMMITS);
  for (const { id } of rows) {
    expect((await client.wait(id)).status).toBe("completed");
    expect((await client.get(`/v1/tasks/${id}/document`)).status).toBe(200);
  }
  expect(await rowsWithoutFile(service)).toEqual([]);
  figure(null, `${COMMITS} commits without an answer: ${rows.length} tasks completed, each with its document`);
});
