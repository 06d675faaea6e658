import fc from "fast-check";
import { expect, test } from "vitest";
import { firstWhere } from "./bisect.ts";

test("the first index past a limit is the one that a look at each finds; the count where there is none", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.integer({ min: -1, max: 21 }), (numbers, limit) => {
      const ascending = numbers.toSorted((a, b) => a - b);
      const found = ascending.findIndex((number) => number > limit);
      expect(firstWhere(ascending.length, (i) => (ascending[i] ?? 0) > limit)).toBe(found < 0 ? ascending.length : found);
    }),
  );
});
