import fc from "fast-check";
import { expect, test } from "vitest";
import { ALL_FEATURES } from "./featured.ts";
import { TOGETHER_FEATURES } from "./together.ts";
import { chanceOf, RANKING } from "./trees.ts";

test("the ranking was learned from the features that candidates have, in their order", () => {
  expect(RANKING.features).toEqual(ALL_FEATURES);
  expect(RANKING.together.features).toEqual(TOGETHER_FEATURES);
});

test("any features give a probability, and a label that names more of the field never a lower one", () => {
  const name = ALL_FEATURES.indexOf("left.name");
  const values = fc.array(fc.float({ min: -1, max: 2, noNaN: true }), { minLength: ALL_FEATURES.length, maxLength: ALL_FEATURES.length });
  fc.assert(
    fc.property(values, (list) => {
      const [less, more] = [0, 1].map((share) => chanceOf(Float32Array.from(list).fill(share, name, name + 1), RANKING));
      expect(less).toBeGreaterThan(0);
      expect(more).toBeLessThan(1);
      expect(more).toBeGreaterThanOrEqual(less ?? 1);
    }),
  );
});
