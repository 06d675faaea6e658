/** Accounts do not delay each other, and none has more waiting or running than it may. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

const base64 = async () => (await pdfOf(INVOICE)).toString("base64");

/** Calls `look` until `until` resolves; the most it ever saw. */
async function most(until: Promise<unknown>, look: () => Promise<number>): Promise<number> {
  let done = false;
  void until.finally(() => {
    done = true;
  });
  let highest = 0;
  while (!done) highest = Math.max(highest, await look());
  return highest;
}

async function running(service: TestService, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'process-extraction' AND state = 'active' AND group_id = ${accountId}`.execute(
    service.db,
  );
  return rows[0]?.n ?? 0;
}

test("J19, J20: with 2 at a time, two processes never run more than 2 tasks of an account, from their start to the end of 40", async () => {
  const env = { WINNOW_ACCOUNT_CONCURRENCY: "2" };
  await using first = await startTestService({ env, worker: false });
  await using second = await startTestService({ env, beside: first, worker: false });
  const pdf = await pdfOf(INVOICE);
  await using slow = await startReceiver((_request, response) => void setTimeout(() => response.end(pdf), 50));
  const [a, b] = [await first.account(), await first.account()];
  const submit = (client: typeof a, i: number) =>
    client.submit({ document_url: `${slow.url}/${i}.pdf`, extraction_schema: INVOICE_SCHEMA, cache: "off" });
  const ids = await Promise.all(Array.from({ length: 40 }, (_, i) => submit(a, i)));
  const other = await submit(b, 0);
  await Promise.all([first.startWorker(), second.startWorker()]);
  const ends = Promise.all(ids.map((id) => a.wait(id)));
  expect(await most(ends, () => running(first, a.accountId))).toBe(2);
  expect((await ends).map(({ status }) => status)).toEqual(ids.map(() => "completed"));
  expect((await b.wait(other)).status).toBe("completed");
});

test("J21: one task of an account is served next, though another has a hundred waiting", async () => {
  await using service = await startTestService({ worker: false });
  const [many, one] = [await service.account(), await service.account()];
  const body = { file_content: await base64(), extraction_schema: INVOICE_SCHEMA, cache: "off" };
  for (let i = 0; i < 100; i++) await many.submit(body);
  const id = await one.submit(body);
  await service.startWorker();
  const task = await one.wait(id);
  const done = await many.get("/v1/tasks?status=completed&limit=100");
  const earlier = done.json.tasks.filter((each: { completed_at: string }) => each.completed_at < (task.completed_at ?? ""));
  expect(task.status).toBe("completed");
  // The jobs that were taken in the same moment, before and beside it.
  expect(earlier.length).toBeLessThan(20);
});

test("J22: 1,200 submissions at once into a queue of 1,000: exactly 1,000 are taken, the rest told when to come again", async () => {
  await using service = await startTestService({ env: { WINNOW_ACCOUNT_QUEUE: "1000" }, worker: false });
  const account = await service.account({ ratePerMinute: 100_000 });
  const body = { document_url: "http://127.0.0.1:9/a.pdf", extraction_schema: INVOICE_SCHEMA };
  const answers: { status: number; json: { detail: string; retry_after?: number; task_id?: string } }[] = [];
  const next = Array.from({ length: 1200 }).keys();
  const submit = async () => {
    for (const _ of next) answers.push(await account.post("/v1/extract-async", body));
  };
  await Promise.all(Array.from({ length: 24 }, submit));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1000);
  expect(refused).toHaveLength(200);
  for (const { json } of refused) expect(Number.isInteger(json.retry_after) && (json.retry_after ?? 0) > 0).toBe(true);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM tasks WHERE account_id = ${account.accountId}`.execute(
    service.db,
  );
  expect(rows[0]?.n).toBe(1000);

  const first = answers.find(({ status }) => status === 200)?.json.task_id;
  expect((await account.post(`/v1/tasks/${first}/cancel`, {})).status).toBe(200);
  await expect.poll(async () => (await account.post("/v1/extract-async", body)).status).toBe(200);
});

test("J22: a batch that would overfill the queue of résumés is refused as a whole", async () => {
  await using service = await startTestService({ env: { WINNOW_ACCOUNT_QUEUE: "30" }, worker: false });
  const account = await service.account();
  const batch = (n: number) => ({ urls: Array.from({ length: n }, () => `http://127.0.0.1:9/${randomUUID()}.pdf`) });
  expect((await account.post("/recruit/extract-resumes", batch(25))).status).toBe(200);
  const refused = await account.post("/recruit/extract-resumes", batch(6));
  expect(refused.status).toBe(429);
  expect(refused.json.error_code).toBe("queue_full");
  expect((await account.post("/recruit/extract-resumes", batch(5))).status).toBe(200);
});
