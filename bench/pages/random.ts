/** A seeded generator of pseudo-random numbers (mulberry32) and the draws that the page generator makes with it. */
export type Random = {
  /** A number in 0..1, 1 excluded. */
  next(): number;
  /** A whole number, both bounds included. */
  int(low: number, high: number): number;
  /** True with the given probability, 0..1. */
  chance(share: number): boolean;
  /** One member. Throws when the list is empty. */
  pick<T>(list: readonly T[]): T;
  /** All members in a drawn order; the list itself stays as it is. */
  shuffle<T>(list: readonly T[]): T[];
};

/** The same seed gives the same draws on every machine. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const [member] = list.slice(int(0, list.length - 1));
    if (member === undefined) throw new Error("pick from an empty list");
    return member;
  };
  const shuffle = <T>(list: readonly T[]): T[] =>
    list
      .map((member) => ({ member, key: next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ member }) => member);
  return { next, int, pick, shuffle, chance: (share) => next() < share };
}
