/** One real PostgreSQL and the OCR data for the whole run, with a migrated database that each service's own is cloned from. */
import { chmod, cp, glob, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { unpackTessdata } from "#documents/tessdata.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { migrate } from "#platform/postgres/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Everything of the run that is removed at its end. */
    runFolder: string;
    /** Folder of the server's socket. */
    postgresSocket: string;
    /** Data of a stopped server, set up and migrated: what `WINNOW_DATA_DIR/postgres` becomes at a first start. */
    stoppedPostgres: string;
    /** OCR data, unpacked once. */
    tessdataDir: string;
  }
}

export const TEMPLATE = "winnow_template";

/** Four test processes with up to three services each, whose pools open 40 connections under load. */
const CONNECTIONS_MAX = 800;

/** Nothing of this server outlives the run. Tests of crashes and restores start servers of their own, which keep the defaults. */
const WITHOUT_DURABILITY = ["fsync = off", "full_page_writes = off", "synchronous_commit = off", "autovacuum = off"];

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-test-"));
  // Readers' children may run as another user; they pass through this folder to their own.
  await chmod(folder, 0o711);
  // Compiled once for all processes of the run: a process starts in half the time.
  process.env.NODE_COMPILE_CACHE = path.resolve(import.meta.dirname, "../../node_modules/.cache/compiled");
  // Readers keep theirs as long as the version stays; here the sources change.
  for await (const kept of glob(`${process.env.NODE_COMPILE_CACHE}/*/readers-*`)) await rm(kept, { recursive: true });
  const tessdataDir = path.join(folder, "tessdata");
  const [stoppedPostgres] = await Promise.all([stoppedPostgresIn(folder), unpackTessdata(tessdataDir)]);
  const server = await startEmbeddedPostgres(await copyOf(stoppedPostgres, path.join(folder, "server")), () => undefined, CONNECTIONS_MAX);
  if (!("host" in server.connection)) throw new Error("the test database has a socket");
  const admin = new pg.Client(server.connection);
  await admin.connect();
  for (const setting of WITHOUT_DURABILITY) await admin.query(`ALTER SYSTEM SET ${setting}`);
  await admin.query("SELECT pg_reload_conf()");
  await admin.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE postgres`);
  await admin.end();
  project.provide("runFolder", folder);
  project.provide("postgresSocket", server.connection.host);
  project.provide("stoppedPostgres", stoppedPostgres);
  project.provide("tessdataDir", tessdataDir);
  return async () => {
    await server[Symbol.asyncDispose]();
    // A reader whose test process has just ended may still write its compile cache.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** Makes one, migrates its database and stops it. Returns its folder. */
async function stoppedPostgresIn(folder: string): Promise<string> {
  const data = path.join(folder, "stopped", "postgres");
  await using server = await startEmbeddedPostgres(data, () => undefined);
  await migrate(server.connection);
  return data;
}

/** The copy's folder. Owners stay: the server may run as another user than the tests. */
async function copyOf(data: string, to: string): Promise<string> {
  const copy = path.join(to, "postgres");
  await mkdir(to, { recursive: true });
  await cp(data, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}
