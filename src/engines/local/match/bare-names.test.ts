import fc from "fast-check";
import { expect, test } from "vitest";
import { namedByDescription } from "./bare-names.ts";

test.each([
  ["field_4", "Allergic to", "Allergic to"],
  ["f12", "Meter no.", "Meter no"],
  ["value", "Served by (name)", "Served by"],
  ["column3", "Retailer number, as printed", "Retailer number"],
  ["locker", "Number of the locker", "locker"],
  ["field_2", "The amount that the customer still has to pay after all payments", "field_2"],
  ["field_2", undefined, "field_2"],
])("%s, described as %j, is called %j", (name, description, called) => {
  expect(namedByDescription({ name, type: "string", ...(description === undefined ? {} : { description }) }).name).toBe(called);
});

test("nothing but the name changes, whatever is described", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, description) => {
      const field = { name, type: "string" as const, description };
      expect({ ...namedByDescription(field), name }).toEqual(field);
    }),
  );
});
