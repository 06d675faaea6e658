/** Processes that are told to stop, and that hang when they are: nothing is lost, nothing fails. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { figure } from "../support/figure.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

/** Milliseconds until a document comes: at once, and longer than a stopping worker waits for what it has begun. */
const SHORT_MS = 1_500;
const LONG_MS = 24_000;

let cluster: Cluster;
let slow: Receiver;
let pdf: Buffer;
beforeAll(async () => {
  cluster = await startCluster();
  pdf = await pdfOf(INVOICE);
  slow = await startReceiver(({ path }, response) => void setTimeout(() => response.end(pdf), Number(path.split("/")[1])));
});
afterAll(async () => {
  await slow?.[Symbol.asyncDispose]();
  await cluster?.[Symbol.asyncDispose]();
});

const bodyOf = (ms: number, name: string | number) => ({
  document_url: `${slow.url}/${ms}/${name}.pdf`,
  extraction_schema: INVOICE_SCHEMA,
  cache: "off",
});
const running = async (client: Client, ids: string[]) =>
  (await Promise.all(ids.map((id) => client.wait(id, 0)))).filter(({ attempts }) => attempts > 0).length;

test("J23: SIGTERM of a worker with 10 tasks: no new ones taken, exit 0 within 30 s, the unfinished done by another", async () => {
  const api = await cluster.start("api");
  const client = await cluster.client(api);
  const first = await cluster.start("worker");
  const ids = await Promise.all(Array.from({ length: 10 }, (_, i) => client.submit(bodyOf(i < 5 ? SHORT_MS : LONG_MS, i))));
  await expect.poll(() => running(client, ids), { timeout: 20_000 }).toBe(10);
  const from = Date.now();
  const stopped = first.stop();
  const second = await cluster.start("worker");
  const later = await Promise.all(Array.from({ length: 5 }, (_, i) => client.submit(bodyOf(SHORT_MS, `later-${i}`))));
  for (const id of later) expect((await client.wait(id, 20)).status).toBe("completed");
  expect(await stopped).toBe(0);
  const ms = Date.now() - from;
  expect(ms).toBeLessThan(30_000);
  const tasks = await Promise.all(ids.map((id) => client.wait(id)));
  expect(tasks.map(({ status, attempts }) => [status, attempts])).toEqual(ids.map((_, i) => ["completed", i < 5 ? 1 : 2]));
  figure("stop", `a worker with tasks of ${LONG_MS} ms stopped after ${ms} ms`);
  await second.stop();
  await api.stop();
});

test("J24: a worker that hangs when it is told to stop is killed within 30 s; its task is done by another with one more attempt", async () => {
  const api = await cluster.start("api");
  const client = await cluster.client(api);
  const first = await cluster.start("worker");
  const id = await client.submit(bodyOf(8_000, "hung"));
  await expect.poll(() => running(client, [id]), { timeout: 20_000, interval: 20 }).toBe(1);
  process.kill((await first.pids()).workers[0] ?? 0, "SIGSTOP");
  const from = Date.now();
  first.supervisor.kill("SIGTERM");
  const second = await cluster.start("worker");
  expect(await client.wait(id)).toMatchObject({ status: "completed", attempts: 2 });
  await first.stop();
  expect(Date.now() - from).toBeLessThan(31_000);
  await second.stop();
  await api.stop();
});
