/** Numbers that look random and are the same in every run. */

/** Each call gives the next number from 0 up to, not including, 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function noise(seed: number, bytes: number): Buffer {
  const next = seeded(seed);
  return Buffer.from(Array.from({ length: bytes }, () => Math.floor(next() * 256)));
}
