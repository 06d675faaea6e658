import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Applicant, impactOf, medianOf } from "./impact-ratios.ts";
import { fisherP, zTest } from "./significance.ts";

/** `count` applicants of a group, of whom the first `selected` are selected. */
const of = (groups: Record<string, string>, count: number, selected: number, score = 50): Applicant[] =>
  Array.from({ length: count }, (_, at) => ({ groups, score, selected: at < selected }));

describe("a worked example", () => {
  // 40 women of whom 12 are selected (0.30), 60 men of whom 30 are (0.50): the ratio is 0.30 / 0.50 = 0.60, below 0.8.
  // Pooled rate 42 / 100 = 0.42; z = (0.30 - 0.50) / sqrt(0.42 × 0.58 × (1/40 + 1/60)) = -0.20 / 0.100747 = -1.98517; p = 0.04713.
  const [sex] = impactOf([...of({ sex: "female" }, 40, 12), ...of({ sex: "male" }, 60, 30)], { leaveOutSmall: false });
  const [female, male] = sex?.groups ?? [];

  test("has the rates and the ratio of a hand calculation", () => {
    expect(female).toMatchObject({ group: ["female"], applicants: 40, share: 0.4, small: false });
    expect(female?.selection).toMatchObject({ count: 12, rate: 0.3, below_four_fifths: true });
    expect(female?.selection?.impact_ratio).toBeCloseTo(0.6, 12);
    expect(male?.selection).toMatchObject({ count: 30, rate: 0.5, impact_ratio: 1, below_four_fifths: false, fisher_p: null, z: null });
  });

  test("has the z and its probability of a hand calculation", () => {
    expect(female?.selection?.z).toBeCloseTo(-1.98517, 4);
    expect(female?.selection?.z_p).toBeCloseTo(0.04713, 4);
  });
});

test("Fisher's tea: three of four and one of four have p = 34/70, the sum of the tables that are no more likely", () => {
  // Tables of four cups each with four chosen: 1, 16, 36, 16, 1 of 70. No likelier than 16: 1 + 16 + 16 + 1.
  expect(fisherP({ count: 3, total: 4 }, { count: 1, total: 4 })).toBeCloseTo(34 / 70, 10);
});

test("scoring rates count scores above the median of all, also of those without a group", () => {
  // Scores 10 20 30 40 | 90: the median is 30, so that 40 and 90 are above.
  const scores: [number, Record<string, string>][] = [
    [10, { sex: "a" }],
    [20, { sex: "b" }],
    [30, { sex: "a" }],
    [40, { sex: "b" }],
    [90, {}],
  ];
  const [sex] = impactOf(
    scores.map(([score, groups]) => ({ score, groups, selected: null })),
    { leaveOutSmall: false },
  );
  expect(sex).toMatchObject({
    unknown: 1,
    groups: [{ scoring: { count: 0, rate: 0, impact_ratio: 0 } }, { scoring: { count: 1, rate: 0.5 } }],
  });
  expect(sex?.groups[0]?.selection).toBeNull();
});

test("each pair of categories is an intersection with its own reference", () => {
  const applicants = [
    ...of({ sex: "female", race: "x" }, 10, 1),
    ...of({ sex: "female", race: "y" }, 10, 8),
    ...of({ sex: "male", race: "x" }, 10, 4),
  ];
  const found = impactOf(applicants, { leaveOutSmall: false });
  expect(found.map(({ categories }) => categories)).toEqual([["race"], ["sex"], ["race", "sex"]]);
  expect(found[2]?.groups.map(({ group, selection }) => [group, selection?.impact_ratio])).toEqual([
    [["x", "female"], 0.125],
    [["x", "male"], 0.5],
    [["y", "female"], 1],
  ]);
});

test("a group below two percent may be left out: it has a rate, no ratio, and is no reference", () => {
  const applicants = [...of({ sex: "x" }, 1, 1), ...of({ sex: "y" }, 60, 30), ...of({ sex: "z" }, 60, 15)];
  const ratios = (leaveOutSmall: boolean) => impactOf(applicants, { leaveOutSmall })[0]?.groups.map((each) => each.selection?.impact_ratio);
  expect(ratios(false)).toEqual([1, 0.5, 0.25]);
  expect(ratios(true)).toEqual([null, 1, 0.5]);
});

const share = fc.nat(60).chain((total) => fc.record({ count: fc.nat(total + 1), total: fc.constant(total + 1) }));

describe("for all numbers", () => {
  test("both tests are probabilities, the same from either side, and 1 where the rates are equal", () => {
    fc.assert(
      fc.property(share, share, (one, other) => {
        const p = fisherP(one, other);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(fisherP(other, one)).toBeCloseTo(p, 8);
        expect(fisherP(one, one)).toBeCloseTo(1, 8);
        const z = zTest(one, other);
        if (z) expect(zTest(other, one)?.p).toBeCloseTo(z.p, 8);
      }),
    );
  });

  test("with many applicants both tests come to the same", () => {
    fc.assert(
      fc.property(fc.integer({ min: 900, max: 1100 }), fc.integer({ min: 900, max: 1100 }), (one, other) => {
        const [a, b] = [
          { count: one, total: 4000 },
          { count: other, total: 4000 },
        ];
        expect(Math.abs(fisherP(a, b) - (zTest(a, b)?.p ?? 1))).toBeLessThan(0.03);
      }),
      { numRuns: 30 },
    );
  });

  test("ratios lie between 0 and 1, one group has 1 unless nobody is selected, and counts add up", () => {
    const applicant = fc.record({
      score: fc.nat(100),
      selected: fc.boolean(),
      groups: fc.dictionary(fc.constantFrom("sex", "race"), fc.constantFrom("a", "b", "c")),
    });
    fc.assert(
      fc.property(fc.array(applicant, { maxLength: 60 }), (applicants) => {
        const median = medianOf(applicants.map(({ score }) => score));
        expect(applicants.filter(({ score }) => score > median).length).toBeLessThanOrEqual(applicants.length / 2);
        for (const { groups, unknown } of impactOf(applicants, { leaveOutSmall: false })) {
          expect(groups.reduce((sum, each) => sum + each.applicants, unknown)).toBe(applicants.length);
          const ratios = groups.map(({ selection }) => selection?.impact_ratio ?? null);
          if (groups.some(({ selection }) => selection?.count)) expect(Math.max(...ratios.map((each) => each ?? 0))).toBe(1);
          else expect(new Set(ratios)).toEqual(groups.length === 0 ? new Set() : new Set([null]));
        }
      }),
    );
  });
});
