import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleLikeness, examplesOf } from "./examples.ts";

const field = (description: string, examples?: string[]) => ({
  name: "x",
  type: "string" as const,
  description,
  ...(examples ? { examples } : {}),
});

test.each([
  ["store identifier such as CA-1661", ["CA-1661"]],
  ["the department number (e.g. '6576')", ["6576"]],
  ["register label, e.g. 47 - FIVE, as printed", ["47 - FIVE"]],
  ["the FOB point (e.g. 'DESTINATION')", []],
  ["the owner's total", []],
])("%s has the examples %j", (description, examples) => {
  expect(examplesOf(field(description))).toEqual(examples);
});

test("a schema's own examples count too", () => {
  expect(examplesOf(field("", ["AB-12"]))).toEqual(["AB-12"]);
});

test("a text of an example's form is alike, one of other lengths less, another not at all", () => {
  expect(exampleLikeness("NY-2044", ["CA-1661"])).toBe(1);
  expect(exampleLikeness("NYC-20", ["CA-1661"])).toBe(0.7);
  expect(exampleLikeness("2044", ["CA-1661"])).toBe(0);
});

test("any text is wholly alike to itself", () => {
  fc.assert(fc.property(fc.string(), (text) => exampleLikeness(text, [text]) === 1));
});
