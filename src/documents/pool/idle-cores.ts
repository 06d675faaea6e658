/** How many cores of the machine are idle, from Linux's /proc. */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Time over which they are watched, in ms. */
const WATCH_MS = 200;
/** A core counts as idle that is so for this share of the time. */
const IDLE_MIN = 0.7;

type Times = { idle: number; all: number; cores: number };

/** 0 where there is no /proc. */
export async function idleCores(): Promise<number> {
  const before = await times();
  await sleep(WATCH_MS);
  const after = await times();
  if (before === null || after === null || after.all === before.all) return 0;
  return Math.floor((after.cores * (after.idle - before.idle)) / (after.all - before.all) + 1 - IDLE_MIN);
}

/** Ticks of all cores together since the machine started; the idle ones are the 4th and 5th value (proc(5)). */
async function times(): Promise<Times | null> {
  const lines = (await readFile("/proc/stat", "utf8").catch(() => "")).split("\n").filter((line) => line.startsWith("cpu"));
  const [all] = lines;
  if (all === undefined) return null;
  const ticks = all.split(/\s+/).slice(1, 9).map(Number);
  return { idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), all: ticks.reduce((sum, value) => sum + value, 0), cores: lines.length - 1 };
}
