/** The whole service as `npm start` runs it, for the duration of the demo: with its own data dir and port, both removed afterwards. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const START = fileURLToPath(new URL("../../src/main/start.ts", import.meta.url));
const COMMAND = fileURLToPath(new URL("../../src/cli/winnow.ts", import.meta.url));
const READY_MS_MAX = 60_000;
const STOP_MS_MAX = 20_000;

/** `signal` aborts when the given signal does, and when the service ends by itself. */
export type DemoService = { url: string; apiKey: string; signal: AbortSignal; [Symbol.asyncDispose](): Promise<void> };

/**
 * Resolves when the service responds and has a key. Rejects with a message for people, or the signal's reason; then nothing is left
 * running.
 */
export async function startDemoService(signal: AbortSignal): Promise<DemoService> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(tmpdir(), "winnow-demo-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const env = {
    ...kept(["PATH", "HOME", "LANG", "TMPDIR"]),
    WINNOW_DATA_DIR: dataDir,
    PORT: String(await freePort()),
    WINNOW_LOG_LEVEL: "error",
    WINNOW_STARTED_BY: String(process.pid),
  };
  // In its own process group, so that Ctrl-C reaches only the demo, which then stops the service.
  const supervisor = spawn(process.execPath, [START], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const started = readyUrl(supervisor);
  stack.defer(() => stop(supervisor, started, dataDir));
  const url = await Promise.race([started, aborted(signal)]);
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, "keys", "create", "--name", "demo"], { env, signal });
  const whole = stack.move();
  const ended = new AbortController();
  supervisor.once("exit", () => ended.abort(new Error("The service ended before it had read all documents.")));
  return { url, apiKey: stdout.trim(), signal: AbortSignal.any([signal, ended.signal]), [Symbol.asyncDispose]: () => whole.disposeAsync() };
}

/** A port that is free at the moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("This machine has no free port.");
  return address.port;
}

/** Passes only these variables, so that the user's database, provider or port settings do not affect the demo. */
function kept(names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/** The address that the supervisor prints on stderr when it is ready. */
function readyUrl(supervisor: ChildProcess): Promise<string> {
  const ready = Promise.withResolvers<string>();
  let told = "";
  supervisor.stderr?.on("data", (chunk: Buffer) => {
    told += chunk.toString();
    const url = /ready at (http:\S+)/.exec(told)?.[1];
    if (url) ready.resolve(url);
  });
  supervisor.once("error", ready.reject);
  supervisor.once("exit", () => ready.reject(new Error(`The service did not start:\n${told.trim()}`)));
  const timer = setTimeout(() => ready.reject(new Error(`The service was not ready in time:\n${told.trim()}`)), READY_MS_MAX);
  return ready.promise.finally(() => clearTimeout(timer));
}

/** Rejects with the signal's reason, and never resolves. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * SIGTERM makes the service stop its processes and the database, once it has started; so its start is awaited first. When it hangs or has
 * crashed, its process group and the database, which has its own group, are stopped from here.
 */
async function stop(supervisor: ChildProcess, started: Promise<unknown>, dataDir: string): Promise<void> {
  const running = () => supervisor.pid !== undefined && supervisor.exitCode === null && supervisor.signalCode === null;
  const ended = new Promise<void>((resolve) => supervisor.once("exit", () => resolve()));
  await started.catch(() => undefined);
  if (running()) {
    supervisor.kill("SIGTERM");
    await Promise.race([ended, sleep(STOP_MS_MAX, undefined, { ref: false })]);
  }
  if (supervisor.pid !== undefined) signalTo(-supervisor.pid, "SIGKILL");
  await stopDatabase(path.join(dataDir, "postgres", "postmaster.pid"));
}

/** The first line of this file is the process id of the running PostgreSQL. SIGINT is PostgreSQL's fast shutdown. */
async function stopDatabase(pidFile: string): Promise<void> {
  const pid = async () => Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10);
  const running = await pid();
  if (!(running > 0) || !signalTo(running, "SIGINT")) return;
  const late = Date.now() + STOP_MS_MAX;
  while ((await pid()) === running && Date.now() < late) await sleep(50);
}

/** False when the process does not exist any more. */
function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
