import fc from "fast-check";
import { expect, test } from "vitest";
import { ALL_FEATURES } from "./featured.ts";
import { LAST_FEATURES } from "./last.ts";
import { TOGETHER_FEATURES } from "./together.ts";
import { chancesOf, RANKING, scoreOf } from "./trees.ts";

test("the ranking was learned from the features that candidates have, in their order", () => {
  expect(RANKING.features).toEqual(ALL_FEATURES);
  expect(RANKING.together.features).toEqual(TOGETHER_FEATURES);
  expect(RANKING.last.features).toEqual(LAST_FEATURES);
});

const values = fc.array(fc.float({ min: -1, max: 2, noNaN: true }), { minLength: ALL_FEATURES.length, maxLength: ALL_FEATURES.length });

test("the candidates of a field and none share one probability, and a label that names more of the field never gets less of it", () => {
  const name = ALL_FEATURES.indexOf("left.name");
  fc.assert(
    fc.property(values, fc.array(values, { maxLength: 4 }), (list, rivals) => {
      const others = rivals.map((each) => scoreOf(Float32Array.from(each), RANKING));
      const [less, more] = [0, 1].map((share) =>
        chancesOf([scoreOf(Float32Array.from(list).fill(share, name, name + 1), RANKING), ...others]),
      );
      expect(less?.[0]).toBeGreaterThan(0);
      expect(more?.[0]).toBeGreaterThanOrEqual(less?.[0] ?? 1);
      expect(more?.reduce((sum, each) => sum + each, 0)).toBeLessThan(1);
    }),
  );
});

test("scores of any size are weighed", () => {
  expect(chancesOf([1000, 1000, -1000])).toEqual([0.5, 0.5, 0]);
  expect(chancesOf([])).toEqual([]);
});
