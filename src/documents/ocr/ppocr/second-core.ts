/**
 * Whether a core is free for the second thread of a network, told from the time that the finder's two threads were given: a child sees nothing
 * else of the machine.
 */
import { availableParallelism } from "node:os";

/**
 * CPU time of two threads to the time that passed. Measured on two cores, in means over thirty bands: 1.60 where the other core is free, 1.24
 * where another process works on it, 1.00 where another reader does (docs/decisions/0025-cheaper-scans.md).
 */
const FREE_MIN = 1.45;
/** Of the clock; about a page. Shorter runs are told apart less surely. */
const LOOK_MS = 150;
/** So many looks in a row have to say the same: readers open their networks anew for another number of threads, which takes 0.1 to 0.2 s. */
const LOOKS = 2;

export type Threads = 1 | 2;
export type SecondCore = {
  /** That a network should have now. */
  threads(): Threads;
  /** What a network of two threads was given, in ms. */
  given(cpuMs: number, wallMs: number): void;
};

export function secondCore(cores = availableParallelism()): SecondCore {
  let threads: Threads = cores > 1 ? 2 : 1;
  let [cpu, wall, looks] = [0, 0, 0];
  return {
    threads: () => threads,
    given(cpuMs, wallMs) {
      cpu += cpuMs;
      wall += wallMs;
      if (cores < 2 || wall < LOOK_MS) return;
      const seen: Threads = cpu < FREE_MIN * wall ? 1 : 2;
      [cpu, wall, looks] = [0, 0, seen === threads ? 0 : looks + 1];
      if (looks < LOOKS) return;
      threads = seen;
      looks = 0;
    },
  };
}
