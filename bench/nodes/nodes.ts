/**
 * Twenty nodes on one PostgreSQL: time to pick up a job when all are idle, then rates that rise until waiting does, with what each costs
 * the database. Reading is a pause of its measured length (node.ts), as one machine cannot read for twenty. Basis of docs/scaling.md.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createKey } from "#accounts/keys.ts";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import { openReader, readingOf } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { EXTRACT } from "#extraction/in-reader/works.ts";
import { buildServer } from "#http/server.ts";
import { composeApi } from "#main/compose-api.ts";
import { connectionOf, readerOf } from "#main/from-config.ts";
import { maintainAsLeader } from "#main/maintenance.ts";
import { type Neighbour, openNodeHub } from "#main/notices.ts";
import { readConfig } from "#platform/config.ts";
import { openLog } from "#platform/log.ts";
import { openDb } from "#platform/postgres/db.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { openNotifications } from "#platform/postgres/listen.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import type { NodeNotice } from "#platform/postgres/node-notices.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { processesBelow } from "../../tests/support/process-table.ts";
import { asker } from "../asker.ts";
import { cpuSeconds } from "../cpu-seconds.ts";
import { type Finding, quantile } from "../report.ts";
import { invoices, SCHEMA } from "../subject.ts";
import { stubReader } from "./node.ts";

const NODES = 20;
/** A text document of two pages takes a reader so long on one core (docs/scaling.md). */
const READ_MS = 50;
const IDLE = { submissions: 200, everyMs: 50 };
/** Sessions that fall idle report their transactions up to 10 s later (PGSTAT_IDLE_INTERVAL), or after their next statement. */
const SETTLE_MS = 25_000;
/** Notices that only wake. */
const NOTICES = 1_000;
/** Submissions a second; each for so long. */
const RATES = [10, 20, 40, 80, 120, 160];
const SECONDS = 8;
/** A rate is beyond the knee when so many in a hundred wait longer. */
const WAIT_MS_MAX = 1_000;

export async function nodes(): Promise<Finding> {
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(path.join(tmpdir(), "winnow-bench-"));
  stack.defer(() => rm(home, { recursive: true, force: true }));
  const folder = path.join(home, "postgres");
  const postgres = stack.use(await startEmbeddedPostgres(folder, () => undefined, 600));
  await migrate(postgres.connection);
  const port = String(await freePort());
  const { host, user, database } = postgres.connection as { host: string; user: string; database: string };
  Object.assign(process.env, {
    DATABASE_URL: `postgres://${user}@localhost:5432/${database}?host=${encodeURIComponent(host)}`,
    WINNOW_DATA_DIR: home,
    PORT: port,
    WINNOW_LOG_LEVEL: "silent",
  });
  const answerFile = path.join(home, "answer.json");
  const [file = Buffer.alloc(0)] = await invoices(1);
  await writeFile(answerFile, JSON.stringify(await answerTo(file)));
  const url = await startApi(stack);
  for (let i = 0; i < NODES; i++) {
    const node = fork(new URL("node.ts", import.meta.url), [`bench${i}`, String(READ_MS), answerFile]);
    stack.defer(() => void node.kill("SIGKILL"));
    await once(node, "message");
  }
  const { db } = stack.use(openDb(postgres.connection, { connectionsMax: 1, name: "bench", role: null, onError: () => undefined }));
  const { key } = await createKey(db, { name: "bench", email: "bench@example.com", tier: "enterprise", ratePerMinute: 1_000_000 });
  const ask = asker(key);
  const submit = async (): Promise<void> => {
    const body = JSON.stringify({ file_content: file.toString("base64"), extraction_schema: SCHEMA, cache: "off" });
    await ask("POST", `${url}/api/extractor/v1/extract-async`, Buffer.from(body));
  };
  const client = new pg.Client(postgres.connection);
  await client.connect();
  stack.defer(() => client.end());
  const usage = () => usageOf(client, postgres.pid);
  for (let i = 0; i < NODES; i++) await submit();
  await sleep(SETTLE_MS);

  const idleFrom = await usage();
  await sleep(10_000);
  const idle = since(idleFrom, await usage());
  const quiet = await usage();
  for (let i = 0; i < NOTICES; i++) {
    await client.query("NOTIFY winnow_task, 'none'");
    await sleep(IDLE.everyMs / 10);
  }
  await sleep(500);
  const woken = since(quiet, await usage());
  const restMs = (1_000 * idle.cpu * woken.seconds) / idle.seconds;
  const lone = await waits(client, async () => {
    for (let i = 0; i < IDLE.submissions; i++) {
      await submit();
      await sleep(IDLE.everyMs);
    }
  });
  const rows: Record<string, number> = {};
  let knee = 0;
  for (const rate of RATES) {
    const before = await usage();
    const times = await waits(client, () => atRate(rate, submit));
    const { cpu, transactions } = since(before, await usage());
    rows[`${rate}/s: wait p50 ms`] = quantile(times, 0.5);
    rows[`${rate}/s: wait p99 ms`] = quantile(times, 0.99);
    rows[`${rate}/s: database CPU ms a document`] = (1_000 * cpu) / times.length;
    rows[`${rate}/s: transactions a document`] = transactions / times.length;
    if (quantile(times, 0.99) > WAIT_MS_MAX) break;
    knee = rate;
  }
  return {
    name: "pick-up by 20 idle nodes, p99",
    value: quantile(lone, 0.99),
    unit: "ms",
    target: { kind: "at most", value: 30 },
    details: {
      "p50 ms": quantile(lone, 0.5),
      "idle: transactions/s": idle.transactions / idle.seconds,
      "idle: database CPU ms/s": (1_000 * idle.cpu) / idle.seconds,
      "database CPU ms for each session that a notice wakes": (1_000 * woken.cpu - restMs) / (NOTICES * (NODES + 1)),
      ...rows,
      "knee/s": knee,
    },
  };
}

/** What a reader answers for the file, read once. */
async function answerTo(file: Buffer): Promise<unknown> {
  const config = readConfig();
  await unpackTessdata(config.readerDirs.tessdataDir);
  await using reader = openReader({ ...readerOf(config), size: 1 });
  const { schema } = parseSchema(SCHEMA);
  if (!schema) throw new Error("the schema is wrong");
  return await reader.work(
    EXTRACT,
    { reading: readingOf(file, { password: null }), schema, remembers: false, kept: false },
    file,
    AbortSignal.timeout(60_000),
  );
}

/** A node without workers: the API, as its supervisor runs it, and its candidate for the leader's work. */
async function startApi(stack: AsyncDisposableStack): Promise<string> {
  const config = readConfig();
  const log = openLog("silent", "bench");
  const notifications = stack.use(await openNotifications(connectionOf(config), log, { name: "api", workers: 0 }));
  const hub = await openNodeHub({ name: "api", notifications, log });
  const listeners = new Set<(notice: NodeNotice) => void>();
  const own: Neighbour = {
    send: (notice) => {
      for (const listener of listeners) listener(notice);
    },
    held: null,
  };
  hub.add(own);
  const link = {
    send: ({ channel, payload, lazy = false }: NodeNotice) => hub.tell(own, { channel, payload: payload ?? "", lazy }),
    onNotice: (listener: (notice: NodeNotice) => void) => void listeners.add(listener),
  };
  const stopping = new AbortController();
  const { http, maintenance } = await composeApi(config, () => stubReader(0, null), stopping.signal, stack, link);
  stack.use(maintainAsLeader(config, maintenance));
  const app = await buildServer(http);
  stack.defer(async () => {
    stopping.abort();
    await app.close();
  });
  return app.listen({ host: "127.0.0.1", port: config.port });
}

/** Poisson arrivals: each is sent at its time, however long those before it take. */
async function atRate(perSecond: number, submit: () => Promise<void>): Promise<void> {
  const sent: Promise<void>[] = [];
  const end = performance.now() + SECONDS * 1_000;
  for (let next = performance.now(); next < end; next += (-Math.log(1 - Math.random()) / perSecond) * 1_000) {
    await sleep(Math.max(0, next - performance.now()));
    sent.push(submit());
  }
  await Promise.all(sent);
}

/** Milliseconds from the creation to the start of each task that `work` submits, by the clock of the database, when all have ended. */
async function waits(client: pg.Client, work: () => Promise<void>): Promise<number[]> {
  const { rows } = await client.query<{ id: string | null }>("SELECT max(id) AS id FROM tasks");
  await work();
  for (;;) {
    const { rows: open } = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM tasks WHERE finished_at IS NULL");
    if (open[0]?.n === 0) break;
    await sleep(200);
  }
  const tasks = await client.query<{ ms: number; state: string }>(
    "SELECT (extract(epoch FROM started_at - created_at) * 1000)::float8 AS ms, state FROM tasks WHERE id > $1",
    [rows[0]?.id ?? ""],
  );
  const failed = tasks.rows.filter(({ state }) => state !== "completed").length;
  if (failed > 0) throw new Error(`${failed} tasks failed`);
  return tasks.rows.map(({ ms }) => ms);
}

type Usage = { at: number; cpu: number; transactions: number };

async function usageOf(client: pg.Client, postgres: number): Promise<Usage> {
  const cpu = await Promise.all((await processesBelow(postgres)).map(({ pid }) => cpuSeconds(pid)));
  const { rows } = await client.query<{ n: string }>(
    "SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()",
  );
  return { at: performance.now(), cpu: cpu.reduce((sum, each) => sum + each, 0), transactions: Number(rows[0]?.n) };
}

const since = (before: Usage, after: Usage) => ({
  seconds: (after.at - before.at) / 1_000,
  cpu: after.cpu - before.cpu,
  transactions: after.transactions - before.transactions,
});
