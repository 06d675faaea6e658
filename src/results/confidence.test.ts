import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ConfidenceSigns, confidenceOf, factorsOf } from "./confidence.ts";

const BEST: ConfidenceSigns = {
  how: "exact",
  likeness: 1,
  wordCertainty: 1,
  pageQuality: 1,
  typeConfidence: 1,
  margin: 1,
  checksPassed: true,
  inferred: false,
  otherEngine: null,
  marginBefore: null,
};
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("confidence", () => {
  test("lies between 0 and 1 and never claims certainty", () => {
    fc.assert(
      fc.property(share, share, share, share, (likeness, wordCertainty, typeConfidence, margin) => {
        const confidence = confidenceOf({ ...BEST, how: "fuzzy", likeness, wordCertainty, typeConfidence, margin });
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThan(1);
      }),
    );
  });

  test.each([
    ["fuzzily found", { how: "fuzzy", likeness: 0.9 }],
    ["read with doubt", { wordCertainty: 0.6 }],
    ["on a poor page", { pageQuality: 0.5 }],
    ["ambiguous in its type", { typeConfidence: 0.6 }],
    ["close to the runner-up", { margin: 0.1 }],
    ["against a checksum or sum", { checksPassed: false }],
    ["that the local engine reads otherwise", { otherEngine: "differs" }],
    ["found as another print of the number", { how: "numeric" }],
  ] satisfies [string, Partial<ConfidenceSigns>][])("a value %s is less sure", (_, sign) => {
    const rest = { ...BEST, margin: 0.6 };
    expect(confidenceOf({ ...rest, ...sign })).toBeLessThan(confidenceOf(rest));
  });

  test("lists the factors that changed it, strongest first, and none where none did", () => {
    expect(factorsOf({ ...BEST, margin: null, checksPassed: null })).toEqual([]);
    const doubted = factorsOf({ ...BEST, checksPassed: false, margin: 0.1, wordCertainty: 0.9 });
    expect(doubted.map(({ factor }) => factor)).toEqual(["rivals", "checks", "unclear_words"]);
    for (const { effect } of doubted) expect(effect).toBeLessThan(0);
  });
});
