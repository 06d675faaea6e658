/** One account's load beside another's single tasks. Wants the machine to itself. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { figure } from "../support/figure.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { fileOf, people, resumePdf } from "../support/resumes.ts";

const TASKS = 50;
const EVERY_MS = 100;

let cluster: Cluster;
let [many, one]: Client[] = [];
let body: { file_content: string; extraction_schema: object; cache: string };
beforeAll(async () => {
  cluster = await startCluster();
  const node = await cluster.start("all", { WINNOW_WORKERS: "2" });
  many = await cluster.client(node, "many@example.com");
  one = await cluster.client(node, "one@example.com");
  body = { file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA, cache: "off" };
  await Promise.all(Array.from({ length: 10 }, () => one?.extract(body)));
});
afterAll(() => cluster?.[Symbol.asyncDispose]());

const clientsOf = (): [Client, Client] => {
  if (!many || !one) throw new Error("there are two clients");
  return [many, one];
};

/** From submission to completion, by the database's clock, ms; the 95th percentile. */
async function p95(client: Client, ids: string[]): Promise<number> {
  const tasks = await Promise.all(ids.map((id) => client.wait(id)));
  expect(tasks.map(({ status }) => status)).toEqual(ids.map(() => "completed"));
  const ms = tasks.map(({ created_at, completed_at }) => Date.parse(completed_at ?? "") - Date.parse(created_at)).sort((a, b) => a - b);
  return ms[Math.ceil(ms.length * 0.95) - 1] ?? 0;
}

async function singles(client: Client): Promise<number> {
  const ids: string[] = [];
  for (let i = 0; i < TASKS; i++) {
    ids.push(await client.submit(body));
    await sleep(EVERY_MS);
  }
  return p95(client, ids);
}

test("an account with one task behind an account with 2,000 starts within one mean task time and a second", async () => {
  const [a, b] = clientsOf();
  const ids: string[] = [];
  const next = Array.from({ length: 2_000 }).keys();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (const _ of next) ids.push(await a.submit(body));
    }),
  );
  const task = await b.wait(await b.submit(body));
  const startMs = Date.parse(task.started_at ?? "") - Date.parse(task.created_at);
  const [mean] = await cluster.database.query<{ ms: number; left: number }>(
    "SELECT avg(extract(epoch FROM finished_at - started_at) * 1000)::float8 AS ms, count(*) FILTER (WHERE finished_at IS NULL)::int AS left FROM tasks",
  );
  figure(
    "fair",
    `a single task started after ${startMs} ms, with ${mean?.left} of 2,000 waiting; mean task time ${mean?.ms.toFixed(0)} ms`,
  );
  expect(startMs).toBeLessThan((mean?.ms ?? 0) + 1_000);
  await expect
    .poll(async () => (await cluster.database.query("SELECT FROM tasks WHERE finished_at IS NULL LIMIT 1")).length, { timeout: 200_000 })
    .toBe(0);
});

test("J18: beside a batch of 500 résumés another account's single tasks take at most twice as long", async () => {
  const [a, b] = clientsOf();
  const idle = await singles(b);
  const files = await Promise.all(people(80).map(async (person, i) => fileOf(`${i}.pdf`, await resumePdf(person))));
  const batch = Array.from({ length: 100 }, (_, i) => files[i % files.length]);
  for (let i = 0; i < 5; i++) expect((await a.post("/recruit/extract-resumes", { files: batch })).status).toBe(200);
  const beside = await singles(b);
  const [left] = await cluster.database.query<{ n: number }>("SELECT count(*)::int AS n FROM batch_entries WHERE state = 'processing'");
  figure(null, `95th percentile of ${TASKS} single tasks: ${idle} ms alone, ${beside} ms beside 500 résumés (${left?.n} of them left)`);
  expect(beside).toBeLessThanOrEqual(2 * idle);
});
