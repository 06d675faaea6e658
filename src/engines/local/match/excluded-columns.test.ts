import { expect, test } from "vitest";
import { asksOwnColumn, excludesColumn } from "./excluded-columns.ts";

test.each([
  ["the price date; the transaction Date column is not a price date, so if there is none, null", "Date", true],
  ["the price date; the transaction Date column is not a price date", "Price date", false],
  ["the price date; the transaction Date column is not a price date", "Transaction", false],
  ["content quantity; this is NOT the UNIT QTY column", "Unit Qty", true],
  ["content quantity; this is NOT the UNIT QTY column", "Content", false],
  ["order date; do not use the Date column", "Date", true],
  ["net price rather than the Gross price column", "Gross price", true],
  ["the amount from the Total column", "Total", false],
  ["the amount from the Total column, not the tax", "Total", false],
])("%j excludes the column %j: %j", (description, head, is) => {
  expect(excludesColumn({ name: "value", type: "string", description }, head)).toBe(is);
});

test.each([
  ["date of the price, only if the sheet has a dedicated price-date column", true],
  ["the discount; null unless there is a separate Discount column", true],
  ["date of the price, only from the Date column", false],
])("%j asks for a column of its own: %j", (description, is) => {
  expect(asksOwnColumn({ name: "value", type: "string", description })).toBe(is);
});
