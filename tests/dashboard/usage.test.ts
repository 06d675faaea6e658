/** GET /api/account/v1/usage: what an account used by day, also of what is gone, and what it may use. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sumUsageDays } from "#accounts/maintenance.ts";
import { newId } from "#contract/ids.ts";
import { forgetExpired } from "#extraction/maintenance.ts";
import { forgetExpiredResumes } from "#recruiting/batches/maintenance.ts";
import type { Client } from "../support/client.ts";
import { expire } from "../support/database-state.ts";
import { eventually } from "../support/eventually.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { fileOf, RESUME_TEXT } from "../support/resumes.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Browser, signedIn } from "../support/signed-in.ts";

const USAGE = "/api/account/v1/usage";
const DAY_MS = 86_400_000;
const NOTHING = {
  requests: 0,
  tasks: 0,
  completed: 0,
  failed: 0,
  pages: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost_usd: 0,
  resumes: 0,
  evaluations: 0,
};
const daysAgo = (n: number) => new Date(Date.now() - n * DAY_MS).toISOString().slice(0, 10);

let service: TestService;
let pdf: string;
beforeAll(async () => {
  service = await startTestService({ env: { WINNOW_MONTHLY_BUDGET_USD: "12.5", WINNOW_RETENTION_DAYS: "7" } });
  pdf = base64(await pdfOf(INVOICE));
});
afterAll(() => service?.[Symbol.asyncDispose]());

const extract = (client: Client) => client.extract({ file_content: pdf, extraction_schema: INVOICE_SCHEMA, cache: "off" });
async function usedBy(browser: Browser) {
  const { requests: _, ...used } = (await browser.get(USAGE)).json.totals;
  return used;
}

/** A completed task of now, or of noon of a day that many days ago, with three pages; its id. */
async function insertTask(accountId: string, days: number): Promise<string> {
  const at = days === 0 ? Date.now() : Date.parse(`${daysAgo(days)}T12:00:00Z`);
  const id = newId("task", at);
  await sql`INSERT INTO tasks (id, account_id, state, stage, created_at, finished_at, deadline_at, request, document, usage)
    VALUES (${id}, ${accountId}, 'completed', 'done', ${new Date(at)}, now(), now(), '{}', '{}', '{"pages":3,"cost_usd":0.5}')`.execute(
    service.db,
  );
  return id;
}

/** A task completed, with a model's costs; a failed one; a batch of two résumés; an evaluation. */
async function useEverything(client: Client): Promise<string> {
  const { task_id } = await extract(client);
  const costs = { pages: 3, input_tokens: 1000, output_tokens: 50, cost_usd: 0.1 };
  await sql`UPDATE tasks SET usage = ${JSON.stringify(costs)} WHERE id = ${task_id}`.execute(service.db);
  await client.extract({ file_content: base64(Buffer.from("%PDF-1.4\nbroken")), extraction_schema: INVOICE_SCHEMA });
  const files = [fileOf("mia.txt", RESUME_TEXT), fileOf("bad.pdf", "%PDF-1.4\nbroken")];
  const { json: job } = await client.post("/recruit/extract-resumes", { files });
  await client.get(`/recruit/extraction-status/${job.job_id}?wait=30`);
  await sql`UPDATE batch_entries SET usage = '{"pages":2,"input_tokens":10,"output_tokens":5,"cost_usd":0.2}' WHERE batch_id = ${job.job_id} AND index = 0`.execute(
    service.db,
  );
  const ask = { job_id: "j", application_id: "a", resume_text: RESUME_TEXT, job_details: { required_skills: [{ name: "Python" }] } };
  await client.post("/recruit/evaluate", ask);
  return task_id;
}
const EVERYTHING = {
  tasks: 2,
  completed: 1,
  failed: 1,
  pages: 5,
  input_tokens: 1010,
  output_tokens: 55,
  cost_usd: 0.3,
  resumes: 2,
  evaluations: 1,
};

describe("the days", () => {
  test("are days of UTC, oldest first, each with its zeros: 30 unless asked for 1 to 90", async () => {
    const { browser } = await signedIn(service);
    for (const [query, count] of [
      ["", 30],
      ["?days=1", 1],
      ["?days=90", 90],
    ] as const) {
      const { days } = (await browser.get(USAGE + query)).json;
      expect(days.map(({ date }: { date: string }) => date)).toEqual(Array.from({ length: count }, (_, i) => daysAgo(count - 1 - i)));
      for (const { date: _, ...counts } of days) expect(counts).toEqual(NOTHING);
    }
    for (const days of ["0", "91", "1.5", "x"]) expect((await browser.get(`${USAGE}?days=${days}`)).status).toBe(422);
  });

  test("tell what was submitted, read, paid and evaluated; `totals` is their sum", async () => {
    const { client, browser } = await signedIn(service);
    await useEverything(client);
    const { days, totals } = (await browser.get(`${USAGE}?days=2`)).json;
    const { requests, ...used } = totals;
    expect(used).toEqual(EVERYTHING);
    expect(requests).toBeGreaterThan(5);
    expect(days).toEqual([
      { date: daysAgo(1), ...NOTHING },
      { date: daysAgo(0), ...totals },
    ]);
  });

  test("are of the account alone, and for people who are signed in", async () => {
    const { client, browser } = await signedIn(service);
    const other = await signedIn(service);
    await extract(other.client);
    expect((await usedBy(browser)).tasks).toBe(0);
    expect((await client.get(USAGE)).status).toBe(401);
  });
});

describe("what is gone", () => {
  test("stays counted when it is deleted and when its time is over", async () => {
    const { client, browser } = await signedIn(service);
    const id = await useEverything(client);
    expect((await client.delete(`/v1/tasks/${id}`)).status).toBe(204);
    expect(await usedBy(browser)).toEqual(EVERYTHING);
    await expire(service.db, "tasks", "batches", "evaluations", "stored_resumes");
    await forgetExpired(service.forAll);
    await forgetExpiredResumes(service.forAll);
    const { rows } = await sql`SELECT id FROM tasks UNION ALL SELECT id FROM batch_entries UNION ALL SELECT id FROM evaluations`.execute(
      service.db,
    );
    expect(rows).toEqual([]);
    expect(await usedBy(browser)).toEqual(EVERYTHING);
  });

  test("stays counted for the day it was submitted", async () => {
    const { client, browser, accountId } = await signedIn(service);
    const task_id = await insertTask(accountId, 3);
    const read = async () => (await browser.get(`${USAGE}?days=5`)).json.days.map(({ tasks }: { tasks: number }) => tasks);
    expect(await read()).toEqual([0, 1, 0, 0, 0]);
    await client.delete(`/v1/tasks/${task_id}`);
    expect(await read()).toEqual([0, 1, 0, 0, 0]);
  });

  /** A busy machine may answer that it cannot now. */
  const untilGone = (client: Client, id: string) =>
    eventually(
      () => client.delete(`/v1/tasks/${id}`),
      ({ status }) => expect([204, 404]).toContain(status),
    );

  test("is counted once each when many are deleted at the same moment, by several accounts and the sweep", async () => {
    const people = await Promise.all([signedIn(service), signedIn(service)]);
    for (const { accountId } of people)
      await sql`INSERT INTO tasks (id, account_id, state, stage, created_at, finished_at, deadline_at, expires_at, request, document)
        SELECT 'task_' || ${accountId} || n, ${accountId}, 'completed', 'done', now() - make_interval(days => n % 3), now(), now(),
          CASE WHEN n % 2 = 0 THEN now() - interval '1 hour' END, '{}', '{}' FROM generate_series(1, 60) AS n`.execute(service.db);
    const odd = Array.from({ length: 30 }, (_, i) => 2 * i + 1);
    await Promise.all([
      ...people.flatMap(({ client, accountId }) => odd.map((n) => untilGone(client, `task_${accountId}${n}`))),
      forgetExpired(service.forAll),
      forgetExpired(service.forAll),
    ]);
    await forgetExpired(service.forAll);
    const { rows } = await sql<{
      tasks: number;
      completed: number;
    }>`SELECT sum(tasks)::int AS tasks, sum(completed)::int AS completed FROM usage_days
      WHERE account_id = ANY(${people.map(({ accountId }) => accountId)}) GROUP BY account_id`.execute(service.db);
    expect(rows).toEqual(Array(2).fill({ tasks: 60, completed: 60 }));
  });

  test("of an account that goes itself nothing stays", async () => {
    const { client, accountId } = await signedIn(service);
    await extract(client);
    await service.db.deleteFrom("accounts").where("id", "=", accountId).execute();
    const { rows } = await sql`SELECT 1 FROM usage_days WHERE account_id = ${accountId}`.execute(service.db);
    expect(rows).toEqual([]);
  });
});

describe("days that are over", () => {
  /** As on a new database: days before the last that was summed are not looked at again. */
  const forgetSums = () => sql`DELETE FROM task_usage_days`.execute(service.db);
  const sums = async (accountId: string) =>
    (
      await sql<{
        day: string;
        tasks: number;
      }>`SELECT day::text, tasks::int FROM task_usage_days WHERE account_id = ${accountId} ORDER BY day DESC`.execute(service.db)
    ).rows;

  test("are summed once, and show what they showed before", async () => {
    const { browser, accountId } = await signedIn(service);
    for (const days of [0, 2, 3, 3, 4, 89, 200]) await insertTask(accountId, days);
    const read = async () => (await browser.get(`${USAGE}?days=90`)).json;
    const before = await read();
    expect(before.totals).toMatchObject({ tasks: 6, completed: 6, pages: 18, cost_usd: 3 });
    await sumUsageDays(service.forAll.db);
    expect(await sums(accountId)).toEqual([
      { day: daysAgo(2), tasks: 1 },
      { day: daysAgo(3), tasks: 2 },
      { day: daysAgo(4), tasks: 1 },
      { day: daysAgo(89), tasks: 1 },
    ]);
    expect((await read()).days).toEqual(before.days);
    // What is shown is the sum.
    await sql`UPDATE task_usage_days SET pages = 7 WHERE account_id = ${accountId} AND day = ${daysAgo(3)}`.execute(service.db);
    expect((await read()).totals.pages).toBe(19);
  });

  test("are right after a change and a deletion, before and after they are summed again", async () => {
    const { client, browser, accountId } = await signedIn(service);
    const [changed, gone] = [await insertTask(accountId, 5), await insertTask(accountId, 5)];
    await forgetSums();
    await sumUsageDays(service.forAll.db);
    await sql`UPDATE tasks SET state = 'failed', usage = '{"pages":10}' WHERE id = ${changed}`.execute(service.db);
    await client.delete(`/v1/tasks/${gone}`);
    expect(await sums(accountId)).toEqual([{ day: daysAgo(5), tasks: null }]);
    const right = { tasks: 2, completed: 1, failed: 1, pages: 13, cost_usd: 0.5 };
    expect(await usedBy(browser)).toMatchObject(right);
    await sumUsageDays(service.forAll.db);
    expect(await sums(accountId)).toEqual([{ day: daysAgo(5), tasks: 1 }]);
    expect(await usedBy(browser)).toMatchObject(right);
  });

  test("are right when tasks are deleted while they are summed", async () => {
    const { browser, accountId } = await signedIn(service);
    for (let i = 0; i < 60; i++) await insertTask(accountId, 4 + (i % 3));
    await expire(service.db, "tasks");
    await forgetSums();
    await Promise.all([sumUsageDays(service.forAll.db), forgetExpired(service.forAll), sumUsageDays(service.forAll.db)]);
    expect(await usedBy(browser)).toMatchObject({ tasks: 60, pages: 180 });
    await sumUsageDays(service.forAll.db);
    expect(await usedBy(browser)).toMatchObject({ tasks: 60, pages: 180 });
  });
});

describe("requests", () => {
  test("count by day, with a key and what the dashboard changes; looking at the dashboard does not", async () => {
    const { client, browser } = await signedIn(service);
    for (let i = 0; i < 5; i++) await client.get("/v1/tasks");
    for (let i = 0; i < 3; i++) await browser.get("/api/extractor/v1/tasks");
    await browser.post("/api/extractor/v1/webhook-secret/rotate");
    const { totals, limits } = (await browser.get(USAGE)).json;
    expect([totals.requests, limits.requests_last_minute]).toEqual([6, 6]);
  });

  test("stay counted when the cells of the rate are gone; those of the last minute only limit", async () => {
    const { client, browser, accountId } = await signedIn(service);
    for (let i = 0; i < 5; i++) await client.get("/v1/tasks");
    const { db } = service;
    await sql`UPDATE rate_cells SET cell = cell - ${2 * 86_400 * 4} WHERE account_id = ${accountId}`.execute(db);
    const read = async () => (await browser.get(`${USAGE}?days=3`)).json;
    expect((await read()).days[0].requests).toBe(5);
    expect((await read()).limits.requests_last_minute).toBe(0);
    let more = 0;
    await eventually(
      async () => {
        await client.get("/v1/tasks");
        more++;
        return (await sql`SELECT 1 FROM request_days WHERE account_id = ${accountId}`.execute(db)).rows.length;
      },
      (kept) => expect(kept).toBe(1),
    );
    const { days, totals } = await read();
    expect([days[0].requests, totals.requests]).toEqual([5, 5 + more]);
    const { rows } = await sql`SELECT account_id FROM request_days WHERE account_id LIKE '%:%'`.execute(db);
    expect(rows).toEqual([]);
  });
});

test("the limits are the account's and the server's own", async () => {
  const { client, browser, accountId } = await signedIn(service);
  const read = async () => (await browser.get(USAGE)).json.limits;
  expect(await read()).toEqual({
    tier: "enterprise",
    requests_per_minute: 10_000,
    requests_last_minute: 0,
    tasks_waiting: 0,
    tasks_waiting_max: 10_000,
    monthly_budget_usd: 12.5,
    spent_this_month_usd: 0,
    retention_days: 7,
    document_bytes_max: 10 * 1024 * 1024,
    document_pages_max: 200,
  });
  await service.stopWorker();
  await client.submit({ file_content: pdf, extraction_schema: INVOICE_SCHEMA });
  await service.db.updateTable("accounts").set({ monthly_budget_usd: "3" }).where("id", "=", accountId).execute();
  await sql`INSERT INTO model_spend VALUES (${accountId}, date_trunc('month', now() AT TIME ZONE 'UTC'), 'openai', 'm', 1, 10, 5, 0.25, 0)`.execute(
    service.db,
  );
  expect(await read()).toMatchObject({ tasks_waiting: 1, requests_last_minute: 1, monthly_budget_usd: 3, spent_this_month_usd: 0.25 });
  await service.startWorker();
});
