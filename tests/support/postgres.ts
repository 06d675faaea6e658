/** One real PostgreSQL for the whole run, with a migrated database that each test file's own is cloned from. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDb } from "#platform/db.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres.ts";
import { openLog } from "#platform/log.ts";
import { migrate } from "#platform/migrate.ts";
import { openNotices } from "#platform/notices.ts";
import { openQueue } from "#platform/queue.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the server's socket. */
    postgresSocket: string;
    /** OCR data, unpacked once. */
    sharedDataDir: string;
  }
}

export const TEMPLATE = "winnow_template";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-test-"));
  const server = await startEmbeddedPostgres(path.join(folder, "postgres"), () => undefined);
  if (!("host" in server.connection)) throw new Error("the test database has a socket");
  const admin = new pg.Client(server.connection);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const connection = { ...server.connection, database: TEMPLATE };
  await migrate(connection);
  await installQueue(connection);
  project.provide("postgresSocket", server.connection.host);
  project.provide("sharedDataDir", folder);
  return async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
}

async function installQueue(connection: Parameters<typeof openDb>[0]): Promise<void> {
  const log = openLog("silent", "test");
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(openDb(connection, { connectionsMax: 2, name: "test", onError: () => undefined }));
  const notices = stack.use(await openNotices(connection, log));
  stack.use(await openQueue({ db, notices, log }, { supervise: false }));
}
