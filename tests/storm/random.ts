/** Numbers that a seed decides, so that a storm can be told again. */
import { seeded } from "../support/random.ts";

export type Random = {
  /** 0 to 1, 1 excluded. */
  next(): number;
  between(min: number, max: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
};

export function randomFrom(seed: number): Random {
  const next = seeded(seed);
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)],
  };
}
