/** Two hundred documents come in a bucket and their records go to a bucket and a folder while everything is killed: none is lost or read twice. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { clientOf, startProcesses } from "../support/processes.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { bucketAsked, openTestBucket } from "../support/test-bucket.ts";
import { winnowHere } from "../support/winnow-here.ts";
import { type Killed, withKills } from "../support/with-kills.ts";

const COUNT = 200;
const EVERY_MS = 60;

let of: Killed;
let store: S3Server;
let pdf: Buffer;
beforeAll(async () => {
  const home = await mkdtemp(path.join(tmpdir(), "winnow-buckets-"));
  pdf = Buffer.from(await pdfOf(INVOICE));
  store = await startS3Server();
  const processes = await startProcesses(path.join(home, "data"));
  of = { home, processes, client: await clientOf(processes, path.join(home, "data")) };
});
afterAll(async () => {
  await of?.processes[Symbol.asyncDispose]();
  await store?.[Symbol.asyncDispose]();
  if (of) await rm(of.home, { recursive: true, force: true });
});

const document = (n: number) => Buffer.concat([pdf, Buffer.from(`\n% ${n}\n`)]);
const names = Array.from({ length: COUNT }, (_, n) => `invoice-${String(n).padStart(3, "0")}.pdf`);

/** By file name, the ids of the account's tasks. */
async function tasksByName(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  let cursor = "";
  do {
    const { json } = await of.client.get(`/v1/tasks?status=completed&limit=100${cursor && `&cursor=${cursor}`}`);
    for (const {
      task_id,
      document: { filename },
    } of json.tasks)
      found.set(filename, [...(found.get(filename) ?? []), task_id]);
    cursor = json.next_cursor ?? "";
  } while (cursor !== "");
  return found;
}

test("a bucket in, a bucket and a folder out", { timeout: 600_000 }, async () => {
  const there = openTestBucket(store);
  const folder = path.join(of.home, "results");
  const template_id = (await of.client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA })).json.template_id;
  expect((await of.client.post("/v1/outboxes", { name: "Out", template_id, bucket: bucketAsked(store, "out") })).status).toBe(201);
  const env = { WINNOW_DATA_DIR: path.join(of.home, "data") };
  expect((await winnowHere(["outboxes", "add", "--folder", folder, "--template", template_id], env)).code).toBe(0);
  expect((await of.client.post("/v1/inboxes", { name: "In", template_id, bucket: bucketAsked(store, "in") })).status).toBe(201);
  await withKills(of, async () => {
    for (const [n, name] of names.entries()) {
      await there.put(`in/${name}`, document(n));
      await sleep(EVERY_MS);
    }
  });
  const wait = { timeout: 300_000, interval: 2_000 };
  await expect.poll(() => there.keys("in/done/"), wait).toEqual(names);
  expect(await there.keys("in/")).toHaveLength(COUNT);
  await expect.poll(async () => (await tasksByName().catch(() => new Map())).size, wait).toBe(COUNT);
  const tasks = await tasksByName();
  expect([...tasks.values()].filter((ids) => ids.length !== 1)).toEqual([]);
  const files = [...tasks.values()].map(([id]) => `${id}.json`).toSorted();
  await expect.poll(async () => (await there.keys("out/")).filter((key) => key !== ".winnow"), wait).toEqual(files);
  await expect.poll(async () => (await readdir(folder)).filter((name) => !name.startsWith(".")).toSorted(), wait).toEqual(files);
});
