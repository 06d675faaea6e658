import { expect, test } from "vitest";
import { isDerived, ownClauses } from "./own-clauses.ts";

test.each([
  ["the content quantity from the CONTENT column; this is NOT the UNIT QTY column", "the content quantity from the CONTENT column;"],
  ["each product line (main row, excluding pack totals)", "each product line (main row)"],
  ["the balance sheet's date, not the prior year's", "the balance sheet's date"],
  ["date of the price; the transaction Date column is not a price date", "date of the price;"],
  ["gross margin computed as (Sales - COGS) / Sales * 100", "gross margin"],
  ["exclude every total", "exclude every total"],
  ["the notice period in days", "the notice period in days"],
])("of %j only %j tells what the value is", (description, own) => {
  expect(ownClauses(description)).toBe(own);
});

test.each([
  ["gross margin computed as (Sales - COGS) / Sales * 100", true],
  ["Manufacturing Price multiplied by Units Sold", true],
  ["the difference between Sales and COGS", true],
  ["Sales minus COGS", true],
  ["the amount, expenses with a minus sign", false],
  ["the unit price (gross value divided by volume)", false],
  ["the total as printed", false],
])("%j says that the value is worked out of others: %j", (description, derived) => {
  expect(isDerived({ name: "value", type: "number", description })).toBe(derived);
});
