import fc from "fast-check";
import { expect, test } from "vitest";
import { asAsked } from "./asked-form.ts";
import { optionsIn } from "./asked-options.ts";

const asking = (description: string) => ({ name: "x", type: "string" as const, description });

test.each([
  ["Status (one of: Single | Married filing jointly | Head of household)", ["Single", "Married filing jointly", "Head of household"]],
  ["Kind of cover. One of: 'fire', 'water' or theft", ["fire", "water", "theft"]],
  ["Kind of cover, one of: fire, water, or theft", ["fire", "water", "theft"]],
  ["Quarter (one of: 1: January, February | 2: March, April)", ["1: January, February", "2: March, April"]],
  ["Name of one of the parties", null],
  ["Either: a, a", null],
])("%s lists %j", (description, options) => {
  expect(optionsIn(asking(description))).toEqual(options);
});

test("a text that lists its options is read as one of them; a field with options, or of another type, keeps its own", () => {
  const description = "One of: A, B";
  const fields = [asking(description), { ...asking(description), enum: ["C"] }, { name: "n", type: "number" as const, description }];
  expect(asAsked({ fields }).fields).toMatchObject([
    { type: "enum", enum: ["A", "B"] },
    { type: "string", enum: ["C"] },
    { type: "number" },
  ]);
});

test("any description gives no options or at least two, none empty or twice", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const options = optionsIn(asking(`One of: ${text}`));
      if (options === null) return;
      expect(options.length).toBeGreaterThan(1);
      expect(new Set(options).size).toBe(options.length);
      expect(options).not.toContain("");
    }),
  );
});
