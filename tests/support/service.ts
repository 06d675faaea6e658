/** A whole service for a test file: own database, real HTTP, a real worker; the parts that start.ts would put into processes. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { createKey } from "#accounts/keys.ts";
import type { Tier } from "#contract/tiers.ts";
import { openReader } from "#documents/read-document.ts";
import type { App } from "#http/app.ts";
import type { HttpDeps } from "#http/http-deps.ts";
import { buildServer } from "#http/server.ts";
import { composeWorker } from "#main/compose.ts";
import { composeApi } from "#main/compose-api.ts";
import { maintainAsLeader } from "#main/maintenance.ts";
import type { MaintenanceDeps } from "#main/maintenance-work.ts";
import { type Config, readConfig } from "#platform/config.ts";
import type { WorkMetrics } from "#platform/metrics/work-metrics.ts";
import { type Db, openDb } from "#platform/postgres/db.ts";
import { openJobs } from "#worker/open-jobs.ts";
import { runWorker } from "#worker/run.ts";
import { Client } from "./client.ts";
import { freePort } from "./free-port.ts";
import { TEMPLATE } from "./postgres.ts";
import { serviceReaders } from "./reader.ts";

/** What tests use of the service beneath its routes. */
type ServiceDeps = Pick<HttpDeps["server"], "db" | "systemDb" | "log" | "publicUrl"> &
  Pick<HttpDeps["tasks"], "blobs" | "queue"> &
  Pick<HttpDeps["extraction"], "enqueueTask">;

export type TestService = {
  url: string;
  config: Config;
  /** Where its documents are, unless they are in a bucket. */
  documentsDir: string;
  app: App;
  http: HttpDeps;
  deps: ServiceDeps;
  /** Pages that the worker has read so far, by where their text is from. */
  pagesRead(): Promise<Record<string, number>>;
  /** For what works for all accounts. */
  forAll: MaintenanceDeps;
  /** The whole database, as its owner. */
  db: Db;
  /** The connection string of this file's database. */
  databaseUrl: string;
  /** A new account with its key, as a client. */
  account(options?: { tier?: Tier; ratePerMinute?: number; email?: string }): Promise<Client & { key: string; accountId: string }>;
  /** Takes no more jobs; running ones end. */
  stopWorker(): Promise<void>;
  startWorker(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type TestServiceOptions = {
  /** Environment variables of the service. */
  env?: Record<string, string>;
  /** Another service whose database and data dir this one shares: a second node. */
  beside?: Pick<TestService, "databaseUrl" | "config">;
  worker?: boolean;
  /** Another program than the reader's, for the worker. */
  readerEntry?: string;
  /** Readers that end with the worker, as they do in a process. */
  ownReaders?: boolean;
  /** Pauses of webhook retries. */
  scheduleSeconds?: number[];
};

/** Documents and callbacks may come from loopback unless the test says otherwise. */
export async function startTestService({
  env = {},
  beside,
  worker = true,
  readerEntry,
  ownReaders = false,
  scheduleSeconds,
}: TestServiceOptions = {}): Promise<TestService> {
  const stack = new AsyncDisposableStack();
  const databaseUrl = beside?.databaseUrl ?? (await cloneDatabase());
  if (!beside) stack.defer(() => dropDatabase(databaseUrl));
  const dataDir = beside?.config.dataDir ?? (await mkdtemp(path.join(inject("runFolder"), "data-")));
  if (!beside) stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const read = readConfig({
    DATABASE_URL: databaseUrl,
    WINNOW_DATA_DIR: dataDir,
    PORT: String(await freePort()),
    WINNOW_ALLOW_HOSTS: "127.0.0.1",
    WINNOW_LOG_LEVEL: "silent",
    ...env,
  });
  const config = { ...read, readerDirs: { ...read.readerDirs, tessdataDir: inject("tessdataDir") } };
  const stopping = new AbortController();
  const readers = serviceReaders(config);
  const { http, maintenance: forAll } = await composeApi(config, () => readers.api, stopping.signal, stack);
  stack.use(maintainAsLeader(config, forAll));
  const connection = { connectionString: databaseUrl };
  const { db } = stack.use(openDb(connection, { connectionsMax: 2, name: "test", role: null, onError: () => undefined }));
  const app = await buildServer(http);
  stack.defer(async () => {
    stopping.abort();
    await app.close();
  });
  const url = await app.listen({ host: config.host, port: config.port });

  let metrics: WorkMetrics | undefined;
  let stopWorker = async (): Promise<void> => undefined;
  const startWorker = async (): Promise<void> => {
    const own = new AsyncDisposableStack();
    const composed = await composeWorker(config, own);
    metrics = composed.metrics;
    const ofWorker = ownReaders ? { worker: composed.reader, batch: composed.batchReader } : readers;
    const reader = readerEntry ? own.use(openReader({ ...config.readerDirs, size: 1, entry: readerEntry })) : ofWorker.worker;
    const batchReader = readerEntry ? reader : ofWorker.batch;
    const workerDeps = { ...composed, reader, batchReader, scheduleSeconds: scheduleSeconds ?? composed.scheduleSeconds };
    const running = runWorker(workerDeps, await openJobs(workerDeps), { onClaim: () => undefined, onSettle: () => undefined });
    stopWorker = async () => {
      stopWorker = async () => undefined;
      await running.stop(10_000);
      await own.disposeAsync();
    };
  };
  stack.defer(() => stopWorker());
  if (worker) await startWorker();

  return {
    url,
    config,
    documentsDir: config.storage.kind === "files" ? config.storage.folder : "",
    app,
    http,
    deps: { ...http.server, ...http.tasks, enqueueTask: http.extraction.enqueueTask },
    async pagesRead() {
      const { values = [] } = (await metrics?.pages.get()) ?? {};
      return Object.fromEntries(values.map(({ labels, value }) => [String(labels.text_source), value]));
    },
    forAll,
    db,
    databaseUrl,
    async account({ tier = "enterprise", ratePerMinute, email = `${randomBytes(6).toString("hex")}@example.com` } = {}) {
      const { key, accountId } = await createKey(db, { name: "test", email, tier, ratePerMinute: ratePerMinute ?? null });
      return Object.assign(new Client(url, key), { key, accountId });
    },
    startWorker,
    stopWorker: () => stopWorker(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The connection string of a new database. */
export async function cloneDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  return `postgres://winnow@localhost:5432/${name}?host=${encodeURIComponent(inject("postgresSocket"))}`;
}

/** Ends its connections too. */
export const dropDatabase = (url: string): Promise<void> => asAdmin(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ host: inject("postgresSocket"), user: "winnow", database: "postgres", port: 5432 });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}
