/** However the service is started and told to stop: when that is over, no process of it is left, and none of its database. All ways: `npm run drills`. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRunning, processesIn } from "#platform/process/process-state.ts";
import { fillDataDir } from "../support/data-dir.ts";
import { freePort } from "../support/free-port.ts";
import { processesBelow } from "../support/process-table.ts";
import { kill } from "../support/processes.ts";
import { userEnv } from "../support/user-env.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const READY_MS_MAX = 60_000;
const STOPPED_MS_MAX = 30_000;

let dataDir: string;
beforeAll(async () => {
  dataDir = await fillDataDir(await mkdtemp(path.join(tmpdir(), "winnow-stopping-")));
});
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));

const WAYS = {
  "npm start": ["npm", "start"],
  "npm run winnow": ["npm", "run", "--silent", "winnow", "--", "start"],
  // A shell waits for the command in between, and under a Node before 24 the command starts another one.
  "npx winnow start": ["npm", "exec", "--", "winnow", "start"],
  "winnow start": ["node", "bin/winnow.mjs", "start"],
} as const;

type Started = { first: ChildProcess; server: number; all: number[]; ended: Promise<unknown> };

/** `server`: the supervisor of the service. `all`: every process of it and below it. */
async function start(way: keyof typeof WAYS): Promise<Started> {
  const [command, ...args] = WAYS[way];
  const port = String(await freePort());
  const env = userEnv({ WINNOW_DATA_DIR: dataDir, PORT: port, WINNOW_WORKERS: "1", WINNOW_LOG_LEVEL: "error" });
  const first = spawn(command, args, { cwd: ROOT, env, stdio: "ignore" });
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, { timeout: READY_MS_MAX }).toBe(true);
  const rows = await processesBelow(first.pid ?? 0);
  const api = rows.find(({ command: line }) => line.includes("api-process.ts"));
  const database = await processesIn(path.join(dataDir, "postgres"));
  expect(database.length).toBeGreaterThan(0);
  return { first, server: api?.parent ?? 0, all: [...rows.map(({ pid }) => pid), ...database], ended: once(first, "exit") };
}

const left = async ({ all }: Started): Promise<number[]> => {
  const running = await Promise.all(all.map(isRunning));
  return [...all.filter((_, i) => running[i]), ...(await processesIn(path.join(dataDir, "postgres")))];
};

const FULL = process.env.STORM !== undefined;
const FEW = [["winnow start", "first", "SIGKILL"]] as const;
const ALL = [
  ...(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const).map((signal) => ["npm start", "first", signal] as const),
  ...(["SIGTERM", "SIGINT", "SIGHUP"] as const).map((signal) => ["npm start", "server", signal] as const),
  ["npm run winnow", "first", "SIGTERM"],
  ["npx winnow start", "first", "SIGTERM"],
  ["npx winnow start", "first", "SIGKILL"],
  ["winnow start", "first", "SIGTERM"],
  ["winnow start", "first", "SIGKILL"],
] as const;

test.each(FULL ? ALL : FEW)("%s, whose %s process gets %s", async (way, target, signal) => {
  const started = await start(way);
  try {
    process.kill(target === "first" ? (started.first.pid ?? 0) : started.server, signal);
    await expect.poll(() => left(started), { timeout: STOPPED_MS_MAX }).toEqual([]);
    await started.ended;
  } finally {
    for (const pid of await left(started)) kill(pid);
  }
});

test.each(FULL ? (["SIGTERM", "SIGINT"] as const) : (["SIGTERM"] as const))(
  "`npm start` ends at %s after the service has ended, and not before",
  async (signal) => {
    const started = await start("npm start");
    try {
      started.first.kill(signal);
      await started.ended;
      expect(await left(started)).toEqual([]);
      expect(started.first.exitCode).toBe(0);
    } finally {
      for (const pid of await left(started)) kill(pid);
    }
  },
);
