/** One real PostgreSQL and the OCR data for the whole run, with a migrated database that each test file's own is cloned from. */
import { glob, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { unpackTessdata } from "#documents/tessdata.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { migrate } from "#platform/postgres/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the server's socket. */
    postgresSocket: string;
    /** OCR data, unpacked once. */
    tessdataDir: string;
  }
}

export const TEMPLATE = "winnow_template";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-test-"));
  // Compiled once for all processes of the run: a process starts in half the time.
  process.env.NODE_COMPILE_CACHE = path.resolve(import.meta.dirname, "../../node_modules/.cache/compiled");
  // Readers keep theirs as long as the version stays; here the sources change.
  for await (const kept of glob(`${process.env.NODE_COMPILE_CACHE}/*/readers-*`)) await rm(kept, { recursive: true });
  const server = await startEmbeddedPostgres(path.join(folder, "postgres"), () => undefined);
  if (!("host" in server.connection)) throw new Error("the test database has a socket");
  const admin = new pg.Client(server.connection);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  await migrate({ ...server.connection, database: TEMPLATE });
  project.provide("postgresSocket", server.connection.host);
  const tessdataDir = path.join(folder, "tessdata");
  await unpackTessdata(tessdataDir);
  project.provide("tessdataDir", tessdataDir);
  return async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
}
