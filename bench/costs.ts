/**
 * What one document costs each part of the service: CPU of API, database, worker and readers, write-ahead log, disk. Basis of
 * docs/scaling.md.
 */
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { embeddedConnection } from "#platform/postgres/embedded-postgres.ts";
import { processesBelow } from "../tests/support/process-table.ts";
import { ownCpuSeconds } from "./cpu-seconds.ts";
import type { Finding } from "./report.ts";
import { documentRate, invoices, type Subject, scans, startSubject } from "./subject.ts";

const DOCUMENTS = 400;
const WARM_UP = 200;
const FIRST = 20;
/** What starts with the first documents has ended by then. */
const STARTED_MS = 5_000;
const SCANS = 8;
const IDLE_SECONDS = 20;

export async function costs(): Promise<Finding> {
  await using subject = await startSubject({ WINNOW_WORKERS: "2" });
  const database = new pg.Client(embeddedConnection(path.join(subject.dataDir, "postgres")));
  await database.connect();
  try {
    const files = await invoices(50);
    const pictures = await scans();
    // Text documents last: after hundreds of documents the database vacuums its tables, which are transactions of nobody's.
    await documentRate(subject.client, files, FIRST);
    await documentRate(subject.client, pictures, pictures.length);
    await sleep(STARTED_MS);
    const scan = await spent(subject, database, () => documentRate(subject.client, pictures, SCANS));
    const idle = await spent(subject, database, () => sleep(IDLE_SECONDS * 1000));
    await documentRate(subject.client, files, WARM_UP);
    const text = await spent(subject, database, () => documentRate(subject.client, files, DOCUMENTS));
    const each = (figures: Spent, count: number, label: string) =>
      Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${label}: ${key}`, value / count]));
    return {
      name: "CPU of a document with text",
      value: (1000 * (text["API CPU s"] + text["database CPU s"] + text["workers CPU s"])) / DOCUMENTS,
      unit: "ms",
      target: null,
      details: {
        ...each(text, DOCUMENTS, "text"),
        ...each(scan, SCANS, "scan"),
        ...each(idle, IDLE_SECONDS + REPORTED_MS / 1000, "idle second"),
      },
    };
  } finally {
    await database.end();
  }
}

/** `workers`: including their readers. `kept`: how much the tables of tasks and webhooks grow, with their indexes. */
type Spent = {
  "API CPU s": number;
  "database CPU s": number;
  "workers CPU s": number;
  transactions: number;
  "WAL kB": number;
  "kept kB": number;
};

async function spent(subject: Subject, database: pg.Client, work: () => Promise<unknown>): Promise<Spent> {
  const seen: CpuSeen = { api: new Map(), workers: new Map(), postgres: new Map() };
  // A backend reports its transactions a second late; those of earlier work must not count here.
  await sleep(REPORTED_MS);
  const before = await usage(subject, database, seen);
  let isWorking = true;
  const ended = work().finally(() => {
    isWorking = false;
  });
  while (isWorking) {
    await sleep(SAMPLE_MS);
    await look(subject, seen);
  }
  await ended;
  await sleep(REPORTED_MS);
  const after = await usage(subject, database, seen);
  const difference = (key: keyof Spent) => after[key] - before[key];
  return {
    "API CPU s": difference("API CPU s"),
    "database CPU s": difference("database CPU s"),
    "workers CPU s": difference("workers CPU s"),
    transactions: difference("transactions"),
    "WAL kB": difference("WAL kB"),
    "kept kB": difference("kept kB"),
  };
}

/** CPU seconds by process as last seen, also of those that have ended: a reader that grew large is replaced. */
type CpuSeen = Record<"api" | "workers" | "postgres", Map<number, number>>;
const SAMPLE_MS = 250;
const REPORTED_MS = 1_500;

async function look({ processes }: Subject, seen: CpuSeen): Promise<void> {
  const pids = await processes.pids();
  for (const kind of ["api", "workers", "postgres"] as const) {
    const trees = await Promise.all(pids[kind].map(processesBelow));
    for (const { pid } of trees.flat()) seen[kind].set(pid, Math.max(seen[kind].get(pid) ?? 0, await ownCpuSeconds(pid)));
  }
}

async function usage(subject: Subject, database: pg.Client, seen: CpuSeen): Promise<Spent> {
  await look(subject, seen);
  const of = (kind: keyof CpuSeen) => [...seen[kind].values()].reduce((sum, seconds) => sum + seconds, 0);
  const { rows } = await database.query<{ transactions: string; wal: string; kept: string }>(
    `SELECT xact_commit + xact_rollback AS transactions, pg_current_wal_lsn() - '0/0' AS wal, (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
      WHERE relkind = 'r' AND (relname LIKE 'tasks%' OR relname LIKE 'deliver%')) AS kept FROM pg_stat_database WHERE datname = current_database()`,
  );
  return {
    "API CPU s": of("api"),
    "database CPU s": of("postgres"),
    "workers CPU s": of("workers"),
    transactions: Number(rows[0]?.transactions),
    "WAL kB": Number(rows[0]?.wal) / 1024,
    "kept kB": Number(rows[0]?.kept) / 1024,
  };
}
