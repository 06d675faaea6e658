/**
 * `npm run bench -- simulation`: a day of many documents on many nodes, from the measured cost of one document (`npm run bench -- costs`).
 * Nodes are grouped in cells: each cell is one PostgreSQL with its nodes, and an account is in one cell. Arrivals are Poisson with a daily
 * curve, and each cell's busiest half hour is simulated document by document.
 */
import { seeded } from "../tests/support/random.ts";
import { quantile, round } from "./report.ts";

/** CPU seconds, as earlier runs of `npm run bench -- costs` printed them: a little more for the database than docs/scaling.md has, less for workers. */
export const MEASURED = {
  apiPerDocument: 0.008,
  databasePerDocument: 0.007,
  workerPerText: 0.055,
  workerPerScan: 1.96,
  /** Of the database, for the upkeep of a node per second. */
  databasePerNodeSecond: 0.0005,
  /** Of the database, for each session that a notice wakes, as `npm run bench -- nodes` printed it. */
  databasePerWake: 0.00009,
};
export type Costs = typeof MEASURED;

export type Plan = {
  documentsPerDay: number;
  nodes: number;
  cells: number;
  /** Worker processes of a node, each with a core of its own. */
  workersPerNode: number;
  /** Cores of each cell's database. */
  databaseCores: number;
  /** 0..1. */
  scans: number;
};

export type Outcome = {
  /** Mean of the busiest second: documents that arrive at one cell. */
  peakPerSecond: number;
  /** CPU demand on a cell's database as a share of its CPU; above 1 it cannot keep up. */
  databaseLoad: number;
  workerLoad: number;
  /** Seconds from arrival to the start of work, for documents in the busiest half hour; infinite where a part cannot keep up. */
  waitP50: number;
  waitP99: number;
};

/** The busiest hours have this many times the day's mean. */
const PEAK = 3;
const PLAYED_SECONDS = 1_800;
/** To other nodes: that there is a job, and that it is done; others go with these. */
const NOTICES = 2;
/** Sigma of log-normal processing times: some documents are long. */
const SPREAD = 1;

/** `random`: 0..1; seeded, it reproduces the same day. */
export function simulate(plan: Plan, costs: Costs, random: () => number): Outcome {
  const workers = Math.floor((plan.nodes * plan.workersPerNode) / plan.cells);
  const peakPerSecond = (PEAK * plan.documentsPerDay) / 86_400 / plan.cells;
  const work = (1 - plan.scans) * costs.workerPerText + plan.scans * costs.workerPerScan;
  const workerLoad = (peakPerSecond * work) / workers;
  const nodes = plan.nodes / plan.cells;
  const perDocument = costs.databasePerDocument + NOTICES * nodes * costs.databasePerWake;
  const databaseLoad = (peakPerSecond * perDocument + nodes * costs.databasePerNodeSecond) / plan.databaseCores;
  if (databaseLoad >= 1 || workerLoad >= 1)
    return { peakPerSecond, databaseLoad, workerLoad, waitP50: Number.POSITIVE_INFINITY, waitP99: Number.POSITIVE_INFINITY };
  const waits = play({ perSecond: peakPerSecond, workers, seconds: PLAYED_SECONDS }, () => timeOfWork(plan, costs, random), random);
  return { peakPerSecond, databaseLoad, workerLoad, waitP50: quantile(waits, 0.5), waitP99: quantile(waits, 0.99) };
}

/** First come, first served by the first free server: the waiting time of each, in seconds. */
export function play(
  { perSecond, workers, seconds }: { perSecond: number; workers: number; seconds: number },
  nextWork: () => number,
  random: () => number,
): number[] {
  const freeAt = new Float64Array(workers);
  const waits: number[] = [];
  for (let now = 0; ; ) {
    now += -Math.log(1 - random()) / perSecond;
    if (now > seconds) return waits;
    let first = 0;
    for (let i = 1; i < workers; i++) {
      if ((freeAt[i] ?? 0) < (freeAt[first] ?? 0)) first = i;
      if ((freeAt[first] ?? 0) <= now) break;
    }
    const start = Math.max(now, freeAt[first] ?? 0);
    waits.push(start - now);
    freeAt[first] = start + nextWork();
  }
}

function timeOfWork({ scans }: Plan, { workerPerText, workerPerScan }: Costs, random: () => number): number {
  const mean = random() < scans ? workerPerScan : workerPerText;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return mean * Math.exp(SPREAD * normal - SPREAD ** 2 / 2);
}

const PLANS: Omit<Plan, "cells">[] = [
  { documentsPerDay: 100_000, nodes: 2, workersPerNode: 2, databaseCores: 4, scans: 0.1 },
  { documentsPerDay: 1_000_000, nodes: 20, workersPerNode: 4, databaseCores: 8, scans: 0.1 },
  { documentsPerDay: 10_000_000, nodes: 24, workersPerNode: 16, databaseCores: 16, scans: 0.1 },
  { documentsPerDay: 10_000_000, nodes: 100, workersPerNode: 8, databaseCores: 16, scans: 0.1 },
  { documentsPerDay: 10_000_000, nodes: 1_000, workersPerNode: 2, databaseCores: 16, scans: 0.1 },
  { documentsPerDay: 100_000_000, nodes: 240, workersPerNode: 16, databaseCores: 16, scans: 0.1 },
];
const CELLS = [1, 4, 10, 20, 50];

export function simulation(): void {
  process.stdout.write("documents/day  nodes  workers  cells  at the peak/s and cell  database  workers  wait p50    p99\n");
  for (const plan of PLANS) {
    for (const cells of CELLS.filter((count) => count <= plan.nodes)) {
      const { peakPerSecond, databaseLoad, workerLoad, waitP50, waitP99 } = simulate({ ...plan, cells }, MEASURED, seeded(1));
      const columns = [
        String(plan.documentsPerDay).padStart(13),
        String(plan.nodes).padStart(5),
        String(plan.nodes * plan.workersPerNode).padStart(7),
        String(cells).padStart(5),
        String(round(peakPerSecond)).padStart(22),
        percent(databaseLoad).padStart(8),
        percent(workerLoad).padStart(7),
        seconds(waitP50).padStart(8),
        seconds(waitP99).padStart(8),
      ];
      process.stdout.write(`${columns.join("  ")}\n`);
      if (databaseLoad < 0.1) break;
    }
  }
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const seconds = (value: number) => (Number.isFinite(value) ? `${round(value)} s` : "never");
