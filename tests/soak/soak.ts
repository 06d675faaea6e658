/** One soak: find out what the machine can do, then half of it for as long as is wished, looking at everything the service holds. */
import { appendFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clientOf, startProcesses } from "../support/processes.ts";
import { startReceiver } from "../support/receiver.ts";
import { type Ask, mixOf } from "./mix.ts";
import { look, type Sample } from "./samples.ts";

export type SoakOptions = {
  folder: string;
  minutes: number;
  /** Things asked a second; null: half of what the machine can do, which is measured for `measureSeconds` before. */
  perSecond: number | null;
  measureSeconds: number;
  tell(line: string): void;
};
/** `heldBack`: not asked, as too much was under way: the machine had less time than when it was measured. `output`: what the service printed. */
export type Soaked = {
  samples: Sample[];
  perSecond: number;
  asked: number;
  heldBack: number;
  failures: string[];
  webhooks: number;
  output: string;
};

const SAMPLE_MS = 10_000;
/** Enough to keep two cores and their queues busy. */
const WIDTH = 12;
/** More at a time is no half load any more. */
const UNDER_WAY_MAX = 60;
/** Readers start and code is compiled before anything is measured. */
const FIRST_SECONDS = 15;
/** Heaps that a burst left large are collected, and what it queued has ended. */
const REST_MS = 5_000;

export async function soak({ folder, minutes, perSecond, measureSeconds, tell }: SoakOptions): Promise<Soaked> {
  const [dataDir, temporary] = [path.join(folder, "data"), path.join(folder, "tmp")];
  await mkdir(temporary, { recursive: true });
  await using stack = new AsyncDisposableStack();
  const state = { webhooks: 0 };
  const hooks = stack.use(await startReceiver((_request, response) => void response.end()));
  const forget = setInterval(() => {
    state.webhooks += hooks.received.splice(0).length;
  }, 1_000);
  stack.defer(() => clearInterval(forget));
  const service = await startProcesses(dataDir, { TMPDIR: temporary, WINNOW_LOG_LEVEL: "warn" });
  stack.defer(async () => void (await service.stop()));
  const next = await mixOf(await clientOf(service, dataDir), hooks.url);
  try {
    const rate = perSecond ?? (await mostPerSecond(next, measureSeconds)) / 2;
    tell(`${rate.toFixed(2)} things a second${perSecond === null ? ", half of what this machine can do" : ""}, for ${minutes} minutes`);
    await sleep(REST_MS);
    const load = startLoad(next, rate);
    const samples: Sample[] = [];
    const until = Date.now() + minutes * 60_000;
    while (Date.now() < until) {
      await sleep(Math.min(SAMPLE_MS, until - Date.now()));
      const sample = await look(service, temporary);
      samples.push(sample);
      appendFileSync(path.join(folder, "samples.jsonl"), `${JSON.stringify(sample)}\n`);
      if (samples.length % 30 === 0) tell(`${samples.length / 6} min: ${load.counts()}`);
    }
    await load.stop();
    const { asked, heldBack, failures } = load;
    return { samples, perSecond: rate, asked, heldBack, failures, webhooks: state.webhooks, output: service.output() };
  } finally {
    writeFileSync(path.join(folder, "service.log"), service.output());
  }
}

/** Things ended a second when there is always more to do. */
async function mostPerSecond(next: () => Ask, seconds: number): Promise<number> {
  const run = async (forSeconds: number): Promise<number> => {
    const from = Date.now();
    let ended = 0;
    await Promise.all(
      Array.from({ length: WIDTH }, async () => {
        while (Date.now() - from < forSeconds * 1000) {
          await next()();
          ended++;
        }
      }),
    );
    return ended / ((Date.now() - from) / 1000);
  };
  await run(FIRST_SECONDS);
  return run(seconds);
}

/** Asks at even times whether or not earlier things have ended. */
function startLoad(next: () => Ask, perSecond: number) {
  const load = {
    failures: [] as string[],
    asked: 0,
    heldBack: 0,
    counts: () => `${load.asked} asked, ${load.heldBack} held back, ${load.failures.length} failures ${load.failures.at(-1) ?? ""}`,
    /** Resolves when everything asked has ended. */
    async stop() {
      clearInterval(timer);
      await Promise.all(under);
    },
  };
  const under = new Set<Promise<void>>();
  const timer = setInterval(() => {
    if (under.size >= UNDER_WAY_MAX) return void load.heldBack++;
    load.asked++;
    const one: Promise<void> = next()()
      .catch((error: unknown) => void load.failures.push(`${new Date().toISOString()} ${String(error)}`))
      .finally(() => under.delete(one));
    under.add(one);
  }, 1000 / perSecond);
  return load;
}
