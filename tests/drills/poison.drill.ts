/** A file that ends its reader, beside another account's tasks. Wants the machine to itself. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ABORTING_READERS, poisonPdf } from "../support/aborted-reader.ts";
import type { Client } from "../support/client.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { figure } from "../support/figure.ts";
import { quantileMs } from "../support/open-load.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";

const TASKS = Number(process.env.POISON_TASKS ?? 600);
const EVERY_MS = 100;
const POISONS = 2;
/** What the pool tries with a file that ends its reader. */
const CRASHES = 2;

let cluster: Cluster;
let [poisoner, other]: Client[] = [];
let body: object;
beforeAll(async () => {
  cluster = await startCluster();
  const node = await cluster.start("all", { WINNOW_WORKERS: "2", ...ABORTING_READERS });
  poisoner = await cluster.client(node, "poisoner@example.com");
  other = await cluster.client(node, "other@example.com");
  body = { file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA, cache: "off" };
  await tasks(other, 50);
});
afterAll(() => cluster?.[Symbol.asyncDispose]());

/** From submission to completion, by the database's clock. */
async function tasks(client: Client, count: number): Promise<{ ms: number }[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    ids.push(await client.submit(body));
    await sleep(EVERY_MS);
  }
  const ended = await Promise.all(ids.map((id) => client.wait(id)));
  expect(ended.filter(({ status }) => status !== "completed")).toEqual([]);
  return ended.map(({ created_at, completed_at }) => ({ ms: Date.parse(completed_at ?? "") - Date.parse(created_at) }));
}

test(
  "J11: poison documents end after three crashes at most, and another account's p95 changes by less than 10 %",
  async () => {
    if (!poisoner || !other) throw new Error("there are two clients");
    const alone = quantileMs(await tasks(other, TASKS), 0.95);
    const [poisoned, measured] = await Promise.all([poison(poisoner), tasks(other, TASKS)]);
    const beside = quantileMs(measured, 0.95);
    figure("poison", `p95 ${alone} ms alone, ${beside} ms beside ${POISONS} files that each ended ${CRASHES} readers`);
    for (const task of poisoned)
      expect(task).toMatchObject({
        status: "failed",
        error: { code: "corrupt_document", message: expect.stringMatching(/abnormally twice/) },
      });
    expect(beside).toBeLessThan(1.1 * alone);
  },
  6 * TASKS * EVERY_MS + 120_000,
);

/** Evenly over the other's tasks. */
async function poison(client: Client) {
  const file = { file_content: base64(await poisonPdf()), extraction_schema: INVOICE_SCHEMA, cache: "off" };
  const ids: string[] = [];
  for (let i = 0; i < POISONS; i++) {
    await sleep((TASKS * EVERY_MS) / (POISONS + 1));
    ids.push(await client.submit(file));
  }
  return Promise.all(ids.map((id) => client.wait(id)));
}
