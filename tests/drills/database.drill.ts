/** A database that ends, fills up, has no connection left or comes late: nothing accepted is lost, and work goes on by itself. */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { expect, test } from "vitest";
import { openLog } from "#platform/log.ts";
import { openDb } from "#platform/postgres/db.ts";
import { openNotifications } from "#platform/postgres/listen.ts";
import { takeJobs } from "#platform/queue/fetch-jobs.ts";
import { openQueue } from "#platform/queue/queue.ts";
import type { Client } from "../support/client.ts";
import { type Cluster, type Node, startCluster } from "../support/cluster.ts";
import { figure } from "../support/figure.ts";
import { databaseUrl } from "../support/own-database.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { clientOf, kill, type Processes, startProcesses } from "../support/processes.ts";
import { startReceiver } from "../support/receiver.ts";

async function startWithClient(cluster: Cluster): Promise<{ node: Node; client: Client }> {
  const node = await cluster.start("all", { WINNOW_WORKERS: "2" });
  return { node, client: await cluster.client(node) };
}

/** Milliseconds; rejects with what the service wrote when it ended, or is not ready after minutes. */
async function untilReady({ url, supervisor, output }: Pick<Processes, "url" | "supervisor" | "output">): Promise<number> {
  const from = Date.now();
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
    if (answer?.ok) return Date.now() - from;
    const { exitCode, signalCode } = supervisor;
    if (exitCode !== null || signalCode !== null || Date.now() - from > 120_000)
      throw new Error(`not ready (exit ${exitCode ?? signalCode}): ${await answer?.text()} ${output()}`);
    await sleep(50);
  }
}

const body = async () => ({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA, cache: "off" });

test("J08: the database restarts at once, three times, with 10 tasks running: none is lost, normal within 10 s", async () => {
  await using cluster = await startCluster();
  const { node, client } = await startWithClient(cluster);
  const pdf = await pdfOf(INVOICE);
  await using slow = await startReceiver((_request, response) => void setTimeout(() => response.end(pdf), 1_000));
  for (let round = 0; round < 3; round++) {
    const submit = (_: unknown, i: number) =>
      client.submit({ document_url: `${slow.url}/${round}-${i}.pdf`, extraction_schema: INVOICE_SCHEMA, cache: "off" });
    const ids = await Promise.all(Array.from({ length: 10 }, submit));
    await cluster.database.restartNow();
    const readyMs = await untilReady(node);
    const from = Date.now();
    await client.extract(await body());
    figure(null, `database restarted, ready after ${readyMs} ms, a new task done after ${Date.now() - from} ms more`);
    expect(readyMs + Date.now() - from).toBeLessThan(10_000);
    const tasks = await Promise.all(ids.map((id) => client.wait(id)));
    expect(tasks.map(({ status }) => status)).toEqual(ids.map(() => "completed"));
    expect(tasks.reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(20);
  }
  expect(node.output()).not.toMatch(/unhandled|uncaught/i);
});

test("J08: the embedded database is killed, and its supervisor starts it again", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "winnow-embedded-"));
  const service = await startProcesses(dataDir);
  try {
    const client = await clientOf(service, dataDir);
    const id = await client.submit(await body());
    kill((await service.pids()).postgres[0] ?? 0);
    await expect.poll(() => service.output(), { timeout: 20_000 }).toContain("the database ended and is started again");
    const readyMs = await untilReady(service);
    expect((await client.wait(id)).status).toBe("completed");
    expect((await client.extract(await body())).status).toBe("completed");
    figure(null, `embedded database killed, ready after ${readyMs} ms`);
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test.skipIf(process.getuid?.() !== 0)(
  "J28: the disk of the database fills up under load and is freed: 500 meanwhile, back within 30 s, nothing lost",
  async () => {
    const disk = await mkdtemp(path.join(tmpdir(), "winnow-disk-"));
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=400m,mode=0755", "tmpfs", disk]).status).toBe(0);
    try {
      await mkdir(path.join(disk, "data"));
      await using cluster = await startCluster({ databaseFolder: path.join(disk, "data", "postgres") });
      const { node, client } = await startWithClient(cluster);
      const accepted: string[] = [];
      const statuses = new Set<number>();
      let going = true;
      const load = (async () => {
        while (going) {
          const answer = await client.post("/v1/extract-async", await body()).catch(() => null);
          if (answer) statuses.add(answer.status);
          if (answer?.status === 200) accepted.push(answer.json.task_id);
          await sleep(50);
        }
      })();
      await expect.poll(() => accepted.length, { timeout: 30_000 }).toBeGreaterThan(20);
      await writeFile(path.join(disk, "filler"), Buffer.alloc(400 * 1024 * 1024)).catch(() => undefined);
      await expect.poll(() => statuses.has(500), { timeout: 60_000 }).toBe(true);
      await sleep(5_000);
      await rm(path.join(disk, "filler"));
      if ((await cluster.database.query("SELECT 1").catch(() => [])).length === 0) await cluster.database.start();
      const backMs = await untilReady(node);
      const before = accepted.length;
      await expect.poll(() => accepted.length, { timeout: 30_000 }).toBeGreaterThan(before + 5);
      going = false;
      await load;
      const tasks = await Promise.all(accepted.map((id) => client.wait(id)));
      expect(tasks.filter(({ status }) => status !== "completed")).toEqual([]);
      expect([...statuses].filter((status) => status !== 200 && status !== 500)).toEqual([]);
      expect(backMs).toBeLessThan(30_000);
      figure(null, `disk of the database freed, ready after ${backMs} ms; ${accepted.length} accepted, none lost`);
    } finally {
      spawnSync("umount", ["-l", disk]);
      await rm(disk, { recursive: true, force: true });
    }
  },
);

test("J29: another program takes all connections: answers come within 5 s, and work goes on when they are free", async () => {
  await using cluster = await startCluster();
  const { node, client } = await startWithClient(cluster);
  await client.extract(await body());
  // The service's idle connections end after 30 s; those it holds now are ended, so that it has to ask for new ones.
  const greedy: pg.Client[] = [];
  const admin = await cluster.database.connect();
  for (;;) {
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'winnow %'");
    const taken = await cluster.database.connect().catch(() => null);
    if (taken === null) break;
    greedy.push(taken);
  }
  const from = Date.now();
  const answer = await client.post("/v1/extract-async", await body());
  const ms = Date.now() - from;
  expect([429, 500]).toContain(answer.status);
  expect(ms).toBeLessThan(5_000);
  await Promise.all([...greedy, admin].map((each) => each.end()));
  await expect.poll(async () => (await client.post("/v1/extract-async", await body())).status, { timeout: 15_000 }).toBe(200);
  expect(node.output()).not.toMatch(/unhandled|uncaught/i);
  figure(null, `no connection free, answered after ${ms} ms; ${greedy.length} connections taken`);
});

test("J30: with 100,000 finished jobs and an open transaction a job is taken within 50 ms, and a metric tells of the transaction", async () => {
  await using cluster = await startCluster();
  const node = await cluster.start("api");
  const client = await cluster.client(node);
  const open = await cluster.database.connect();
  await open.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  await open.query("SELECT count(*) FROM pgboss.job");
  await cluster.database.query(`INSERT INTO pgboss.job (name, data, state, started_on, completed_on, group_id, priority, policy, retry_limit, expire_seconds, keep_until)
    SELECT 'process-extraction', '{}', 'completed', now(), now(), 'acct_' || i % 50, 0, 'standard', 0, 60, now() + interval '1 day' FROM generate_series(1, 100000) AS i`);
  const submission = await body();
  for (let i = 0; i < CLAIMS; i++) await client.submit(submission);
  const claims = await timesOfClaims(cluster);
  const p95 = claims[Math.ceil(CLAIMS * 0.95) - 1] ?? 0;
  const metrics = await (await fetch(`${node.url}/metrics`)).text();
  const seconds = Number(/^winnow_oldest_transaction_seconds (\S+)/m.exec(metrics)?.[1]);
  await open.end();
  figure(
    null,
    `100,000 finished jobs and a transaction open for ${seconds.toFixed(0)} s: a job is taken within ${p95.toFixed(1)} ms, 95th of 100`,
  );
  expect(seconds).toBeGreaterThan(1);
  expect(p95).toBeLessThan(50);
});

const CLAIMS = 50;

/** Milliseconds that a worker's fetch of one job takes, ascending, of as many as there are. */
async function timesOfClaims({ database: { connection } }: Cluster): Promise<number[]> {
  await using stack = new AsyncDisposableStack();
  const log = openLog("silent", "drill");
  const { db } = stack.use(openDb(connection, { connectionsMax: 2, name: "drill", role: null, onError: () => undefined }));
  const notifications = stack.use(await openNotifications(connection, log));
  const queue = stack.use(await openQueue({ db, notifications, log }));
  const begin = async () => ({ run: async () => undefined, giveBack: async () => undefined });
  const times: number[] = [];
  for (let i = 0; i < CLAIMS; i++) {
    const from = performance.now();
    expect(await takeJobs({ db, queue, log, accountConcurrency: null }, { name: "process-extraction", begin }, 1)).toHaveLength(1);
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b);
}

test("J32: the database comes 20 s late: the start waits without a crash and is ready within 5 s of it", async () => {
  await using cluster = await startCluster();
  const link = await cluster.database.proxy();
  link.set({ kind: "reset" });
  const dataDir = path.join(cluster.folder, "late");
  const starting = startProcesses(dataDir, { DATABASE_URL: databaseUrl(link), WINNOW_WORKERS: "1" });
  await sleep(20_000);
  link.set({ kind: "none" });
  const from = Date.now();
  const service = await starting;
  const readyMs = Date.now() - from;
  expect(service.output()).not.toContain("a process died");
  await service.stop();
  await link[Symbol.asyncDispose]();
  figure(null, `database 20 s late, ready ${readyMs} ms after it`);
  expect(readyMs).toBeLessThan(5_000);
});

test.each(["reset", "black hole"] as const)("J32: processes that are killed while the database is away (%s) wait for it", async (kind) => {
  await using cluster = await startCluster();
  const node = await cluster.start("all", { WINNOW_WORKERS: "2" });
  const { workers, api } = await node.pids();
  node.link.set({ kind });
  for (const pid of [...workers, ...api]) kill(pid);
  await sleep(8_000);
  node.link.set({ kind: "none" });
  const readyMs = await untilReady(node);
  expect(node.output()).not.toMatch(/unhandled|uncaught/i);
  figure(null, `processes killed without a database (${kind}): ready ${readyMs} ms after it was back`);
  expect(readyMs).toBeLessThan(5_000);
});

test("J27: the disk of the documents is full: 500 that says so, no half rows, goes on without a restart", async () => {
  await using cluster = await startCluster();
  const storage = path.join(cluster.folder, "small");
  await mkdir(storage);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", storage]).status !== 0) return;
  try {
    const node = await cluster.start("all", { WINNOW_STORAGE_URL: `file://${storage}` });
    const client = await cluster.client(node);
    await writeFile(path.join(storage, "filler"), Buffer.alloc(16 * 1024 * 1024)).catch(() => undefined);
    const refused = await client.post("/v1/extract-async", await body());
    expect(refused.status).toBe(500);
    expect(refused.json.request_id).toMatch(/^req_/);
    expect((await client.get("/v1/tasks")).json.tasks).toEqual([]);
    await rm(path.join(storage, "filler"));
    expect((await client.extract(await body())).status).toBe("completed");
    expect((await readdir(storage, { recursive: true })).filter((name) => name.includes("task_"))).toHaveLength(1);
  } finally {
    spawnSync("umount", ["-l", storage]);
  }
});
