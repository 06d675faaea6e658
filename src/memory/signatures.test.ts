import fc from "fast-check";
import { expect, test } from "vitest";
import { distanceOf, nearestOf, wordsOf } from "./signatures.ts";

const signature = fc.array(fc.constantFrom("0", "1"), { minLength: 1_024, maxLength: 1_024 }).map((bits) => bits.join(""));
const differing = (a: string, b: string): number => [...a].filter((bit, i) => bit !== b[i]).length;

test("the distance of two signatures is the number of their bits that differ, wherever they stand", () => {
  fc.assert(
    fc.property(signature, signature, fc.nat(3), (one, other, place) => {
      const words = new Uint32Array(32 * 4).fill(0xffffffff);
      words.set(wordsOf(one), 32 * place);
      expect(distanceOf(words, 32 * place, wordsOf(other))).toBe(differing(one, other));
    }),
    { numRuns: 30 },
  );
});

test("the nearest are those of the smallest distances, in their order", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.integer({ min: 1, max: 9 }), (distances, limit) => {
      const sorted = distances.map((distance, place) => ({ distance, place })).sort((a, b) => a.distance - b.distance || a.place - b.place);
      expect(nearestOf(Uint16Array.from(distances), limit)).toEqual(sorted.slice(0, limit).map(({ place }) => place));
    }),
  );
});
