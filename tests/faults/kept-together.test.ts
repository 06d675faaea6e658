/** Tasks that come in the same moment are committed together; none of them depends on another. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "#contract/ids.ts";
import type { Accepted } from "#extraction/enqueue-task.ts";
import { inAccount } from "#platform/postgres/account-scope.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startTestService, type TestService } from "../support/service.ts";

const accepted = (id: string): Accepted => ({
  task: {
    id,
    request: {
      url: "https://example.com/invoice.pdf",
      schema: { fields: [{ name: "total", type: "number" }] },
      documentDescription: null,
      provider: "local",
      fallback: [],
      pages: null,
      cache: "off",
      retentionDays: null,
      deadlineSeconds: 60,
      priority: 0,
    },
    callbackUrl: null,
    sealedPassword: null,
    blobKey: null,
    template: null,
    metadata: {},
    asked: { engine: "local", provider: null, model: null },
    document: { filename: null, url: null, mime_type: null, size_bytes: null, sha256: null, page_count: null, pages: [] },
  },
  trace: undefined,
  keepAnswer: async () => undefined,
});

async function jobsOf({ db }: TestService): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT data->>'taskId' AS id FROM pgboss.job WHERE name = 'process-extraction'`.execute(db);
  return rows.map(({ id }) => id);
}

test("one that cannot be kept holds none of the others back", async () => {
  await using service = await startTestService({ worker: false });
  const { accountId } = await service.account();
  const ids = Array.from({ length: 5 }, () => newId("task"));
  const [first = ""] = ids;
  const outcomes = await Promise.allSettled(
    [...ids, first].map((id) => inAccount(accountId, () => service.deps.enqueueTask(accountId, accepted(id)))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([...ids.map(() => "fulfilled"), "rejected"]);
  expect((await jobsOf(service)).sort()).toEqual(ids.sort());
});

test("with room for 5, of 40 in the same moment 5 are taken, and 35 are told why they are not", async () => {
  await using service = await startTestService({ worker: false, env: { WINNOW_ACCOUNT_QUEUE: "5" } });
  const client = await service.account();
  const body = { file_content: (await pdfOf(INVOICE)).toString("base64"), extraction_schema: INVOICE_SCHEMA, cache: "off" };
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.post("/v1/extract-async", body)));
  const taken = answers.filter(({ status }) => status === 200).map(({ json }) => json.task_id);
  expect(answers.filter(({ status, json }) => status === 429 && json.error_code === "queue_full")).toHaveLength(35);
  expect((await jobsOf(service)).sort()).toEqual(taken.sort());
  expect(taken).toHaveLength(5);
});
