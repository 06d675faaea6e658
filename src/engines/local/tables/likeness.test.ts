import { expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { likeness } from "./likeness.ts";

const field = (name: string, description?: string): Field => ({ name, type: "string", ...(description ? { description } : {}) });

test.each([
  ["the same words", field("unit_price"), "Unit price"],
  ["an abbreviation", field("quantity"), "Qty"],
  ["another form", field("withdrawals"), "Withdrawal"],
  ["a head that the description quotes", field("pack", "the pack quantity from the PACK QTY column"), "PACK QTY"],
  ["a head in brackets", field("name", "Product name (商品名)"), "商品名"],
  ["a known label of the concept", field("description"), "Bezeichnung"],
  ["a sign for a share", field("percent"), "%"],
])("%s names the field", (_, asked, head) => expect(likeness(asked, head)).toBeGreaterThan(0.7));

test("unrelated words do not, nor an empty head", () => {
  expect(likeness(field("payer"), "Door type")).toBeLessThan(0.4);
  expect(likeness(field("amount"), "")).toBe(0);
});

test("the head that says more of the field is more alike", () => {
  const ending = field("ending_balance", "Balance at the end");
  expect(likeness(ending, "Ending balance")).toBeGreaterThan(likeness(ending, "Beginning balance"));
});
