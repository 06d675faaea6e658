/** Compares the simulation of bench/simulation.ts with queueing theory. */
import { expect, test } from "vitest";
import { seeded } from "../tests/support/random.ts";
import { MEASURED, play, simulate } from "./simulation.ts";

/** Erlang's C formula: the probability of waiting with so many servers at a load of `offered` erlangs. */
function erlangC(servers: number, offered: number): number {
  let sum = 0;
  let term = 1;
  for (let k = 0; k < servers; k++) {
    sum += term;
    term *= offered / (k + 1);
  }
  const waiting = (term * servers) / (servers - offered);
  return waiting / (sum + waiting);
}

test.each([
  [1, 0.5],
  [4, 3],
  [20, 17],
])("with exponential times of work, %i workers at %f erlangs wait as Erlang says", (workers, offered) => {
  const random = seeded(7);
  const waits = play({ perSecond: offered, workers, seconds: 1_000_000 / offered }, () => -Math.log(1 - random()), random);
  const share = waits.filter((wait) => wait > 0).length / waits.length;
  expect(share).toBeCloseTo(erlangC(workers, offered), 1);
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  const expected = erlangC(workers, offered) / (workers - offered);
  expect(Math.abs(mean - expected)).toBeLessThan(0.1 * expected);
});

test("an overloaded database cannot keep up, and cells share the load", () => {
  const plan = { documentsPerDay: 10_000_000, nodes: 1_000, workersPerNode: 2, databaseCores: 4, scans: 0.1 };
  expect(simulate({ ...plan, cells: 1 }, MEASURED, seeded(1)).waitP99).toBe(Number.POSITIVE_INFINITY);
  expect(simulate({ ...plan, cells: 50 }, MEASURED, seeded(1)).waitP99).toBeLessThan(1);
});
