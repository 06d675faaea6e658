/** Numbers that a seed decides, so that a storm can be told again. */
export type Random = {
  /** 0 to 1, 1 excluded. */
  next(): number;
  between(min: number, max: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
};

/** Mulberry32 (Tommy Ettinger, 2017). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)],
  };
}
