/** Seeded random numbers, so that every run makes the same picture. */

/** Numbers in 0..1 (mulberry32, public domain). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Approximately normal with mean 0 and deviation 1: the sum of three draws, as sensor grain needs no tails. */
export function grain(next: () => number): () => number {
  return () => (next() + next() + next() - 1.5) * 2;
}

/** A smooth field in -1..1 whose hills are about `cell` units apart. */
export function hills(seed: number, cellX: number, cellY: number): (x: number, y: number) => number {
  const size = 64;
  const next = chance(seed);
  const heights = Float64Array.from({ length: size * size }, () => next() * 2 - 1);
  const at = (x: number, y: number) => heights[(((y % size) + size) % size) * size + (((x % size) + size) % size)] ?? 0;
  const ease = (t: number) => t * t * (3 - 2 * t);
  return (x, y) => {
    const left = Math.floor(x / cellX);
    const top = Math.floor(y / cellY);
    const across = ease(x / cellX - left);
    const down = ease(y / cellY - top);
    const upper = at(left, top) * (1 - across) + at(left + 1, top) * across;
    const lower = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across;
    return upper * (1 - down) + lower * down;
  };
}
