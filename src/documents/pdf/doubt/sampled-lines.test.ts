import fc from "fast-check";
import { expect, test } from "vitest";
import { likeness } from "./sampled-lines.ts";

test("likeness is 1 for what looks the same in print, and low for shifted letters", () => {
  expect(likeness("Total: 1.190,00 EUR", "Totai 1190.00 EUR")).toBe(1);
  expect(likeness("Invoice number", "Jowpjdf ovncfs")).toBeLessThan(0.4);
});

test("likeness lies between 0 and 1, is 1 for equal texts and the same both ways", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const value = likeness(one, other);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(likeness(other, one)).toBe(value);
      expect(likeness(one, one)).toBe(1);
    }),
  );
});
