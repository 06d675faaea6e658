/** What goes wrong in a storm, one thing after the other, as a seed decides. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../support/fault-proxy.ts";
import { kill } from "../support/processes.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/** `excuses`: answers of 5xx are expected while it lasts and shortly after. */
type Trouble = { name: string; weight: number; excuses: boolean; make(world: World, random: Random): Promise<void> };

const BAD_NETWORKS: readonly Fault[] = [
  { kind: "latency", ms: 500, jitterMs: 200 },
  { kind: "slow", bytesPerSecond: 50_000 },
  { kind: "slicer" },
  { kind: "black hole" },
  { kind: "reset" },
  { kind: "lost answers" },
];
const CALM: Fault = { kind: "none" };
const HOSTILE_SOCKETS = 40;

const TROUBLES: readonly Trouble[] = [
  {
    name: "worker killed",
    weight: 30,
    excuses: false,
    make: async ({ service }, random) => kill(random.pick((await service.pids()).workers) ?? 0),
  },
  { name: "API killed", weight: 12, excuses: false, make: async ({ service }) => kill((await service.pids()).api[0] ?? 0) },
  { name: "worker stopped", weight: 8, excuses: false, make: stopWorker },
  { name: "database restarted", weight: 5, excuses: true, make: ({ database }) => database.restartNow() },
  { name: "bad network to the database", weight: 12, excuses: true, make: ({ link }, random) => badNetwork(link, random) },
  { name: "bad network to the provider", weight: 10, excuses: false, make: ({ provider }, random) => badNetwork(provider, random) },
  { name: "receivers refuse", weight: 6, excuses: false, make: refuse },
  { name: "disk full", weight: 6, excuses: true, make: fillDisk },
  { name: "hostile clients", weight: 8, excuses: false, make: hostileClients },
  { name: "everything killed", weight: 3, excuses: true, make: killEverything },
];

export type Happened = { name: string; excuses: boolean; from: number; to: number };

/** Goes on until `signal` aborts; `tell` hears of each trouble when it is over. All is well again when it resolves. */
export async function makeTrouble(world: World, random: Random, signal: AbortSignal, tell: (happened: Happened) => void): Promise<void> {
  const possible = TROUBLES.filter(({ make }) => make !== fillDisk || world.disk !== null);
  while (!signal.aborted) {
    const trouble = choose(possible, random);
    const from = Date.now();
    await trouble.make(world, random);
    tell({ name: trouble.name, excuses: trouble.excuses, from, to: Date.now() });
    await sleep(random.between(1000, 3000), undefined, { signal }).catch(() => undefined);
  }
}

function choose(possible: readonly Trouble[], random: Random): Trouble {
  let left = random.next() * possible.reduce((sum, { weight }) => sum + weight, 0);
  for (const trouble of possible) {
    left -= trouble.weight;
    if (left < 0) return trouble;
  }
  throw new Error("there is no trouble to make");
}

/** For longer than its claims live. */
async function stopWorker({ service }: World, random: Random): Promise<void> {
  const pid = random.pick((await service.pids()).workers);
  if (pid === undefined) return;
  process.kill(pid, "SIGSTOP");
  await sleep(random.between(2000, 20_000));
  process.kill(pid, "SIGCONT");
}

async function badNetwork(proxy: { set(fault: Fault): void }, random: Random): Promise<void> {
  proxy.set(random.pick(BAD_NETWORKS) ?? CALM);
  await sleep(random.between(2000, 8000));
  proxy.set(CALM);
}

async function refuse(world: World, random: Random): Promise<void> {
  const usual = world.refusing;
  world.refusing = 1;
  await sleep(random.between(2000, 10_000));
  world.refusing = usual;
}

async function fillDisk({ disk }: World, random: Random): Promise<void> {
  await disk?.fill();
  await sleep(random.between(2000, 6000));
  await disk?.free();
}

/** Connections that begin and never end, or say nonsense. */
async function hostileClients({ service }: World, random: Random): Promise<void> {
  const port = Number(new URL(service.url).port);
  const sockets = Array.from({ length: HOSTILE_SOCKETS }, (_, i) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    if (i % 3 === 0) socket.write("POST /api/extractor/v1/extract-async HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{");
    else if (i % 3 === 1) socket.write("GET / HTTP/1.1\r\nX-Slow: ");
    else socket.write(Buffer.from(Array.from({ length: 2000 }, () => Math.floor(random.between(0, 256)))));
    return socket;
  });
  await sleep(random.between(1000, 4000));
  for (const socket of sockets) socket.destroy();
}

async function killEverything(world: World): Promise<void> {
  await world.service.killEverything();
  await world.revive();
}
