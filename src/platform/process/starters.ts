/**
 * Detects that the process that started the service has ended. npm and npx put a shell between themselves and the program, which forwards
 * no signals, and SIGKILL cannot be forwarded: without this the service and its database would run on.
 */
import { readFile } from "node:fs/promises";
import { startTime } from "./process-state.ts";

const LOOK_MS = 500;
/** npm, its shell, and the command that starts the bundled Node. */
const ANCESTORS_MAX = 5;
const NPM = /(^|[\s/\0])np[mx](-cli\.js)?($|[\s\0])/;

type Starter = { pid: number; started: string | null };

/** Calls `gone` once, when one of the starters has ended. A service started by hand or by a service manager has none. */
export async function whenStarterGone(gone: () => void): Promise<void> {
  const starters: Starter[] = await Promise.all((await startersOf()).map(async (pid) => ({ pid, started: await startTime(pid) })));
  if (starters.length === 0) return;
  const timer = setInterval(async () => {
    const now = await Promise.all(starters.map(({ pid }) => startTime(pid)));
    if (starters.every(({ started }, i) => started !== null && started === now[i])) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS).unref();
}

/** The process that named itself (bin/winnow.mjs, the demo), and all its ancestors up to npm where npm runs the program. */
async function startersOf(): Promise<number[]> {
  const named = Number(process.env.WINNOW_STARTED_BY);
  return [...(named > 0 ? [named] : []), ...(process.env.npm_lifecycle_event === undefined ? [] : await upToNpm())];
}

async function upToNpm(): Promise<number[]> {
  const chain: number[] = [];
  for (let pid = process.ppid; pid > 1 && chain.length < ANCESTORS_MAX; pid = await parentOf(pid)) {
    chain.push(pid);
    if (NPM.test(await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""))) return chain;
  }
  return chain.slice(0, 1);
}

/** 0 when unknown. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}
