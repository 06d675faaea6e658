/** Nodes that stop, are cut off or have a wrong clock: another takes over, and what comes late changes nothing. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { type Cluster, type Node, startCluster } from "../support/cluster.ts";
import { figure } from "../support/figure.ts";
import { freePort } from "../support/free-port.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

/** Within this time a document comes, so that tasks run for a while. */
const DOCUMENT_MS = 4_000;
const SHIFT = new URL("../support/clock-shift.mjs", import.meta.url).href;

let cluster: Cluster;
let api: Node;
let client: Client;
let slow: Receiver;
beforeAll(async () => {
  cluster = await startCluster();
  const pdf = await pdfOf(INVOICE);
  slow = await startReceiver((_request, response) => void setTimeout(() => response.end(pdf), DOCUMENT_MS));
  api = await cluster.start("api");
  client = await cluster.client(api);
});
afterAll(async () => {
  await slow?.[Symbol.asyncDispose]();
  await cluster?.[Symbol.asyncDispose]();
});

const submit = (i: number) => client.submit({ document_url: `${slow.url}/${i}.pdf`, extraction_schema: INVOICE_SCHEMA, cache: "off" });
const submitMany = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => submit(i)));
const attemptsOf = async (ids: string[]) => (await Promise.all(ids.map((id) => client.wait(id, 0)))).map(({ attempts }) => attempts);
const resultsOf = (ids: string[]) =>
  cluster.database.query("SELECT id, attempts, revision, finished_at, result::text FROM tasks WHERE id = ANY($1) ORDER BY id", [ids]);

async function expectDone(ids: string[]): Promise<void> {
  const tasks = await Promise.all(ids.map((id) => client.wait(id)));
  expect(tasks.map(({ status }) => status)).toEqual(ids.map(() => "completed"));
}

test("J04: a worker is stopped for 25 s; another finishes its tasks, and its late results change nothing", async () => {
  const first = await cluster.start("worker", { WINNOW_LOG_LEVEL: "warn" });
  const ids = await submitMany(4);
  await expect.poll(() => attemptsOf(ids), { timeout: 20_000 }).toEqual(ids.map(() => 1));
  const [pid = 0] = (await first.pids()).workers;
  process.kill(pid, "SIGSTOP");
  const stoppedAt = Date.now();
  await cluster.start("worker");
  await expectDone(ids);
  const takenOverMs = Date.now() - stoppedAt;
  const before = await resultsOf(ids);
  await sleep(Math.max(0, 25_000 - takenOverMs));
  process.kill(pid, "SIGCONT");
  await expect.poll(() => first.output(), { timeout: 20_000 }).toContain("a late result was refused");
  expect(await resultsOf(ids)).toEqual(before);
  expect((await first.pids()).workers).toEqual([pid]);
  const refused = first.output().split("a late result was refused").length - 1;
  figure("late", `${refused} late completions of a worker that had been stopped, all refused`);
  figure("taken over", `a whole node stopped, its tasks completed by another after ${takenOverMs} ms (each takes ${DOCUMENT_MS} ms)`);
});

test("J10: a worker is cut off from the database for 60 s; another takes over within 17 s, late writes are refused", async () => {
  const cut = await cluster.start("worker", { WINNOW_LOG_LEVEL: "warn" });
  const ids = await submitMany(8);
  await expect.poll(async () => (await attemptsOf(ids)).every((n) => n > 0), { timeout: 20_000 }).toBe(true);
  cut.link.set({ kind: "black hole" });
  const from = Date.now();
  await expect.poll(async () => Math.min(...(await attemptsOf(ids))), { timeout: 30_000 }).toBeGreaterThan(0);
  await expectDone(ids);
  const doneMs = Date.now() - from;
  const before = await resultsOf(ids);
  await sleep(Math.max(0, 60_000 - (Date.now() - from)));
  cut.link.set({ kind: "none" });
  await expectDone(await submitMany(4));
  expect(await resultsOf(ids)).toEqual(before);
  expect(cut.output()).not.toMatch(/unhandled|uncaught/i);
  expect(doneMs).toBeLessThan(17_000 + DOCUMENT_MS + 5_000);
  figure("taken over", `a worker cut off, its tasks completed by another after ${doneMs} ms (each takes ${DOCUMENT_MS} ms)`);
});

test.each([3_600_000, -3_600_000])("J26: a worker whose clock is wrong by %i ms takes nothing early and loses nothing", async (shift) => {
  const env = { NODE_OPTIONS: `--import ${SHIFT}`, CLOCK_SHIFT_MS: String(shift) };
  await cluster.start("worker", env);
  const ids = await submitMany(50);
  await expectDone(ids);
  expect(await attemptsOf(ids)).toEqual(ids.map(() => 1));
});

test("a node of workers alone tells whoever watches it of its processes", async () => {
  const port = await freePort();
  await cluster.start("worker", { WINNOW_METRICS_PORT: String(port) });
  const told = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(told, { timeout: 20_000 }).toMatch(/^winnow_process_cpu_seconds_total\{process="worker 1"\} /m);
});
