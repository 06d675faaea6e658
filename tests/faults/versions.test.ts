/** Workers of one version and an API of the next share a queue: what a worker does not know it leaves, and what it knows a little of it does. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { transaction } from "#platform/postgres/transaction.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestService } from "../support/service.ts";

test("P08: jobs of a later version are left for its workers, and a later form of a known job is done", async () => {
  await using service = await startTestService({ worker: false });
  const pdf = await pdfOf(INVOICE);
  await using documents = await startReceiver((_request, response) => void response.end(pdf));
  const client = await service.account();
  const { queue, systemDb } = service.deps;
  await queue.boss.createQueue("later-job");
  await queue.boss.send("later-job", { of: "a later version" });
  const id = await client.submit({ document_url: `${documents.url}/a.pdf`, extraction_schema: INVOICE_SCHEMA });
  await sql`UPDATE pgboss.job SET data = data || '{"later": {"nested": true}}' WHERE name = 'process-extraction'`.execute(service.db);
  await transaction(systemDb, (tx) =>
    queue.send(tx, "process-extraction", { taskId: "task_of_nobody", run: 1 }, { accountId: client.accountId }),
  );
  await service.startWorker();
  expect((await client.wait(id)).status).toBe("completed");
  await expect
    .poll(async () => (await sql`SELECT name, state FROM pgboss.job WHERE state <> 'completed'`.execute(service.db)).rows)
    .toEqual([{ name: "later-job", state: "created" }]);
});
