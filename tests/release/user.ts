/** Somebody who has Node and npm, and nothing of this project: what they run, and in which environment. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { glob } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const READY_MS_MAX = 120_000;
/** In which a stop has to be done. */
const STOP_MS_MAX = 30_000;

type Env = Record<string, string>;
export type Place = { cwd: string; env: Env; uid?: number };

/** What it wrote to stdout. Rejects with all it printed when it does not exit with 0. */
export async function run(command: string, args: readonly string[], place: Place): Promise<string> {
  const child = begin(command, args, place);
  const [code] = await once(child.process, "close");
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${child.printed()}`);
  return child.result();
}

/** `result`: stdout so far; `printed`: stderr as well. */
export type Running = { process: ChildProcess; result: () => string; printed: () => string };

export function begin(command: string, args: readonly string[], { cwd, env, uid }: Place): Running {
  const user = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], ...user });
  let [result, printed] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    result += chunk.toString();
    printed += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  return { process: child, result: () => result, printed: () => printed };
}

/** Resolves once `look` does not reject any more; rejects when the program ends before, or it takes too long. */
export async function until<T>({ process: child, printed }: Running, look: () => Promise<T>): Promise<T> {
  for (const late = Date.now() + READY_MS_MAX; ; await sleep(500)) {
    const found = await look().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if ("value" in found) return found.value;
    if (child.exitCode !== null || Date.now() > late) throw new Error(`not in time (${found.error}):\n${printed()}`);
  }
}

export type Ending = { code: number | null; signal: NodeJS.Signals | null };
export const IN_ORDER: Ending = { code: 0, signal: null };

/** Does the work while they run, then stops them; how they ended. Rejects as the work does, with what they printed. */
export async function during(running: readonly Running[], work: () => Promise<void>): Promise<Ending[]> {
  try {
    await work();
  } catch (error) {
    await Promise.allSettled(running.map(stop));
    throw new Error(running.map(({ printed }) => printed()).join("\n"), { cause: error });
  }
  return Promise.all(running.map(stop));
}

/** SIGTERM; how it ended. Killed, and an error, when it takes longer than it may. */
async function stop({ process: child, printed }: Running): Promise<Ending> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : Promise.resolve();
  child.kill("SIGTERM");
  await Promise.race([ended, sleep(STOP_MS_MAX, undefined, { ref: false })]);
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    throw new Error(`not stopped in ${STOP_MS_MAX} ms:\n${printed()}`);
  }
  return { code: child.exitCode, signal: child.signalCode };
}

/** Throws unless it answers with 2xx. */
export async function page(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
}

/** Prints what a folder weighs, with its heaviest packages: what users download and keep. */
export async function weigh(what: string, folder: string): Promise<void> {
  const kilobytes = async (names: readonly string[]) =>
    (await promisify(execFile)("du", ["-sk", ...names], { cwd: folder })).stdout
      .trim()
      .split("\n")
      .map((line) => [Number.parseInt(line, 10), line.split("\t")[1] ?? ""] as const);
  const [[whole] = [0]] = await kilobytes(["."]);
  const packages: string[] = [];
  for await (const name of glob("node_modules/{[^@]*,@*/*}", { cwd: folder })) packages.push(name);
  const heaviest = (await kilobytes(packages)).sort(([a], [b]) => b - a).slice(0, 8);
  const shown = heaviest.map(([size, name]) => `${name.replace("node_modules/", "")} ${Math.round(size / 1024)}`).join(", ");
  process.stdout.write(`${what}: ${Math.round(whole / 1024)} MB; of it ${shown}\n`);
}
