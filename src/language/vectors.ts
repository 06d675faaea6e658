/**
 * How near in meaning English words are, by vectors learned from what stands around them in text. Made by `bench/train/word-vectors.py`
 * from GloVe 6B (public domain); words of opposite meaning are near too, as they stand in like places.
 */
import { readFileSync } from "node:fs";
import { once } from "#contract/memo.ts";

type Vectors = { places: ReadonlyMap<string, number>; bytes: Int8Array; dimensions: number; scale: number };

const load = once((): Vectors => {
  const words = readFileSync(new URL("vectors/english.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const file = readFileSync(new URL("vectors/english.bin", import.meta.url));
  const bytes = new Int8Array(file.buffer, file.byteOffset, file.byteLength);
  const dimensions = bytes.length / words.length;
  const first = bytes.subarray(0, dimensions).reduce((sum, value) => sum + value * value, 0);
  return { places: new Map(words.map((word, i) => [word, i])), bytes, dimensions, scale: first };
});

/** Cosine of the two words' vectors, -1 to 1; null when one of them is not among the known ones. Words are in lower case. */
export function nearness(a: string, b: string): number | null {
  const [i, j] = [placeOf(a), placeOf(b)];
  return i === null || j === null ? null : nearnessAt(i, j);
}

/** Where a word stands among the known ones, the commonest first; null for an unknown word. */
export const placeOf = (word: string): number | null => load().places.get(word) ?? null;

/** Cosine of the vectors of the words at two places. */
export function nearnessAt(i: number, j: number): number {
  const { bytes, dimensions, scale } = load();
  const one = i * dimensions;
  const other = j * dimensions;
  let sum = 0;
  for (let k = 0; k < dimensions; k++) sum += (bytes[one + k] ?? 0) * (bytes[other + k] ?? 0);
  return sum / scale;
}

/** How rare a word is, from 0, the commonest, to 1: by its rank among the known words. Unknown words are rare. */
export function rarity(word: string): number {
  const { places } = load();
  const rank = places.get(word);
  return rank === undefined ? 1 : Math.log(1 + rank) / Math.log(1 + places.size);
}
