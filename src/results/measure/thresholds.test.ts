import fc from "fast-check";
import { expect, test } from "vitest";
import { figuresOf, tallied } from "./figures.ts";
import { type Judged, thresholdFor, thresholdsOf } from "./thresholds.ts";

const judged = (confidence: number | null, right: number, wrong: number): Judged[] => [
  { confidence, right: true, count: right },
  { confidence, right: false, count: wrong },
];
const at = (all: readonly Judged[], below: number) => thresholdsOf(all).find(({ review_below }) => review_below === below);

test("a threshold tells the share of values that nobody looks at, and how many of them are right", () => {
  const all = [...judged(0.9, 90, 0), ...judged(0.6, 5, 4), ...judged(null, 0, 1)];
  expect(at(all, 0)).toEqual({ review_below: 0, values_share: 1, right_share: 0.95 });
  expect(at(all, 0.6)).toEqual({ review_below: 0.6, values_share: 0.99, right_share: 0.9596 });
  expect(at(all, 0.9)).toEqual({ review_below: 0.9, values_share: 0.9, right_share: 1 });
  expect(at(all, 0.95)).toEqual({ review_below: 0.95, values_share: 0, right_share: null });
});

test("the threshold is the lowest above which 99 of 100 are right", () => {
  expect(thresholdFor([...judged(0.95, 200, 1), ...judged(0.7, 20, 20)])).toBe(0.71);
  expect(thresholdFor(judged(0.95, 200, 40))).toBe(1);
  expect(thresholdFor(judged(0.9, 300, 0))).toBe(0);
  expect(thresholdFor(judged(0.9, 150, 0))).toBeNull();
});

test("of any values, above the threshold at least 99 of 100 are right", () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ confidence: fc.option(fc.double({ min: 0, max: 0.995, noNaN: true })), right: fc.boolean(), count: fc.nat(400) }),
      ),
      (all) => {
        const below = thresholdFor(all);
        if (below === null) return;
        const sure = all.filter(({ confidence }) => below === 0 || (confidence ?? -1) >= below);
        const of = (each: readonly Judged[]) => each.reduce((sum, { count }) => sum + count, 0);
        expect(of(sure.filter(({ right }) => !right))).toBeLessThanOrEqual(0.0101 * of(sure));
      },
    ),
  ));

test("figures count what is right, wrong, missed and invented, by field", () => {
  const verdicts = [
    { field: "/total", outcome: "right", confidence: 0.957 },
    { field: "/total", outcome: "right", confidence: 0.951 },
    { field: "/total", outcome: "missing", confidence: null },
    { field: "/note", outcome: "invented", confidence: 0.4 },
  ] as const;
  const tally = tallied(verdicts);
  expect(tally[0]).toEqual({ field: "/total", outcome: "right", confidence: 0.95, count: 2 });
  const figures = figuresOf(tally, { documents: 3, documents_right: 1 });
  expect(figures).toMatchObject({
    values: 3,
    right: 2,
    wrong: 0,
    missed: 1,
    invented: 1,
    accuracy: 0.5,
    precision: 0.6667,
    recall: 0.6667,
  });
  expect(figures.fields).toEqual([
    { field: "/total", values: 3, right: 2, wrong: 0, missed: 1, invented: 0 },
    { field: "/note", values: 0, right: 0, wrong: 0, missed: 0, invented: 1 },
  ]);
  expect(figures.thresholds.find(({ review_below }) => review_below === 0.95)).toEqual({
    review_below: 0.95,
    values_share: 0.6667,
    right_share: 1,
  });
});
