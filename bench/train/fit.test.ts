import { expect, test } from "vitest";
import { KINDS } from "#engines/concepts/concept.ts";
import { FEATURES, type Features, type Weights } from "#engines/local/weights.ts";
import { fitWeights } from "./fit.ts";
import type { Instance } from "./instances.ts";

const START = {
  features: Object.fromEntries(FEATURES.map((name) => [name, 0])),
  kinds: Object.fromEntries(KINDS.map((name) => [name, 0])),
} as Weights;
const PULL = { spread: 1, emptyCounts: 1 };
const instance = (...candidates: [Features, boolean][]): Instance => ({
  set: "sample",
  id: "sample",
  kind: "amount",
  candidates: candidates.map(([features, right]) => ({ features, right })),
});

test("features of right values gain weight, those of wrong ones lose it, the rest stay", () => {
  const learned = fitWeights(
    Array.from({ length: 20 }, () => instance([{ colon: 1 }, true], [{ far: 1 }, false])),
    START,
    PULL,
  );
  expect(learned.features.colon).toBeGreaterThan(0.3);
  expect(learned.features.far).toBeLessThan(-0.1);
  expect(learned.features.mrz).toBe(0);
});

test("kinds whose values are seldom right lose", () => {
  const learned = fitWeights(
    Array.from({ length: 20 }, () => instance([{ fit: 1 }, false])),
    START,
    PULL,
  );
  expect(learned.kinds.amount).toBeLessThan(0);
  expect(learned.kinds.date).toBe(0);
});

test("the same instances give the same weights", () => {
  const all = [instance([{ colon: 1 }, true], [{ right: 1 }, false]), instance([{ right: 1, far: 0.3 }, true])];
  expect(fitWeights(all, START, PULL)).toEqual(fitWeights(all, START, PULL));
});
