import fc from "fast-check";
import { expect, test } from "vitest";
import type { Corrections } from "#contract/task.ts";
import { pointersAsRead, reviewedData } from "./reviewed-data.ts";

const rowsOf = (count: number) => ({ items: Array.from({ length: count }, (_, i) => ({ sku: `A-${i}` })) });
const removing = (numbers: readonly number[]): Corrections =>
  Object.fromEntries(numbers.map((i) => [`/items/${i}`, { value: null, at: "2026-05-03T00:00:00Z", by: "a person" }]));

test("a row that is left is named as it was read, whatever rows were removed", () => {
  const numbers = fc.uniqueArray(fc.nat(11), { maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), numbers, (count, removed) => {
      const data = rowsOf(count);
      const corrections = removing(removed.filter((i) => i < count));
      const asRead = pointersAsRead(data, corrections);
      const left = reviewedData(data, corrections).items as { sku: string }[];
      left.forEach(({ sku }, i) => {
        expect(asRead(`/items/${i}/sku`)).toBe(`/items/${sku.slice(2)}/sku`);
      });
    }),
  );
});

test("pointers elsewhere stay", () => {
  const asRead = pointersAsRead({ ...rowsOf(3), supplier: "Example Paper Ltd" }, removing([0]));
  expect(asRead("/supplier")).toBe("/supplier");
  expect(asRead("/items/0")).toBe("/items/1");
});
