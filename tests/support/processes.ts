/** The service as `npm start` runs it: supervisor, API, workers and PostgreSQL as processes that a test may kill. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "./client.ts";
import { freePort } from "./free-port.ts";
import { nodeEnv } from "./node-env.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const READY_MS_MAX = 150_000;

export type Processes = {
  url: string;
  supervisor: ChildProcess;
  /** Process ids by what they do. */
  pids(): Promise<{ workers: number[]; api: number[]; postgres: number[] }>;
  /** What it wrote to stderr so far. */
  output(): string;
  /** SIGTERM; the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to supervisor, API, workers and PostgreSQL at once. */
  killEverything(): Promise<void>;
  /** So does disposing of it, unless it has ended. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** Resolves when it is ready; rejects with its output when it ends instead. `command`: what starts it, other than `npm start`. */
export async function startProcesses(
  dataDir: string,
  env: Record<string, string> = {},
  command: readonly string[] = ["src/main/start.ts"],
): Promise<Processes> {
  const port = env.PORT ?? String(await freePort());
  const supervisor = spawn(process.execPath, command, {
    cwd: ROOT,
    env: {
      ...nodeEnv(),
      WINNOW_DATA_DIR: dataDir,
      PORT: port,
      WINNOW_ALLOW_HOSTS: "127.0.0.1",
      WINNOW_LOG_LEVEL: "error",
      WINNOW_WORKERS: "2",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<number | null>((resolve) => supervisor.once("close", resolve));
  const deadline = Date.now() + READY_MS_MAX;
  const isUp = () => (env.WINNOW_ROLE === "worker" ? output.includes("Winnow is ready") : isReady(url));
  while (!(await isUp())) {
    if (supervisor.exitCode !== null || Date.now() > deadline)
      throw new Error(`the service did not start (exit ${supervisor.exitCode}): ${output}`);
    await sleep(20);
  }
  const pids = async () => {
    const children = await childrenOf(supervisor.pid ?? 0);
    const holding = (part: string) => children.filter(({ command }) => command.includes(part)).map(({ pid }) => pid);
    return { workers: holding("worker-process.ts"), api: holding("api-process.ts"), postgres: holding("postgres") };
  };
  const killEverything = async () => {
    const { workers, api, postgres } = await pids();
    supervisor.kill("SIGKILL");
    for (const pid of [...workers, ...api, ...postgres]) kill(pid);
    await ended;
  };
  return {
    url,
    supervisor,
    pids,
    output: () => output,
    async stop() {
      supervisor.kill("SIGTERM");
      return ended;
    },
    killEverything,
    async [Symbol.asyncDispose]() {
      if (supervisor.exitCode === null && supervisor.signalCode === null) await killEverything();
    },
  };
}

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself, which is what was wanted.
  }
}

/** A key for a running service, made by the command as an operator would. */
export async function clientOf(
  processes: Processes,
  dataDir: string,
  { env = {}, email }: { env?: Record<string, string>; email?: string } = {},
): Promise<Client> {
  const account = email === undefined ? [] : ["--account", email];
  const options = ["--name", "test", "--tier", "enterprise", "--rate-per-minute", "100000", ...account];
  const { stdout } = await promisify(execFile)(process.execPath, ["src/cli/winnow.ts", "keys", "create", ...options], {
    cwd: ROOT,
    env: { ...nodeEnv(), ...env, WINNOW_DATA_DIR: dataDir },
  });
  return new Client(processes.url, stdout.trim());
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function childrenOf(parent: number): Promise<{ pid: number; command: string }[]> {
  const found: { pid: number; command: string }[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const ppid = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (ppid === parent)
      found.push({ pid: Number(name), command: (await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ") });
  }
  return found;
}
