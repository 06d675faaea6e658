import { describe, expect, test } from "vitest";
import { floors, growthInTenMinutes } from "./trend.ts";

const everyTenSeconds = (count: number, value: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => ({ atMs: 1_000 + i * 10_000, value: value(i) }));

describe("growth in ten minutes", () => {
  test("is found under a saw of collections: 1 MB in a minute on 200 MB is 5 %", () => {
    const leaking = everyTenSeconds(300, (i) => 175 + i / 6 + (i % 7) - 3);
    expect(growthInTenMinutes(leaking)).toBeCloseTo(10 / 200, 3);
  });

  test("is none where the same level comes again and again", () => {
    expect(Math.abs(growthInTenMinutes(everyTenSeconds(300, (i) => 200 + 3 * (i % 10))))).toBeLessThan(0.001);
  });

  test("of nothing, of one measurement and of nothing but zeros is 0", () => {
    expect(growthInTenMinutes([])).toBe(0);
    expect(growthInTenMinutes(everyTenSeconds(1, () => 5))).toBe(0);
    expect(growthInTenMinutes(everyTenSeconds(20, () => 0))).toBe(0);
  });
});

test("the floor rises with what is never given back, and not with what comes and goes", () => {
  expect(floors(everyTenSeconds(90, (i) => 40 + (i % 9) + Math.floor(i / 10)))).toEqual({ first: 40, last: 46 });
  expect(floors(everyTenSeconds(90, (i) => 40 + (i % 9)))).toEqual({ first: 40, last: 40 });
});
