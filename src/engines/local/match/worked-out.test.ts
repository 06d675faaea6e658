import { expect, test } from "vitest";
import { isWorkedOut } from "./worked-out.ts";

test.each([
  ["number of data rows in the sheet (excluding the header)", true],
  ["how many records have a profit above 100", true],
  ["count of products in the list", true],
  ["sum of the Units Sold column across every row", true],
  ["the Product value of the single row with the highest Profit anywhere in the sheet", true],
  ["the highest Profit in the sheet", true],
  ["the printed sum of all material line totals", false],
  ["total tax of all rates", false],
  ["number of items sold", false],
  ["number of the delivery in the file", false],
  ["the highest bid of the tender", false],
  ["amount in the total column", false],
])("%j asks for what the rows of a table come to: %j", (description, is) => {
  expect(isWorkedOut({ name: "value", type: "string", description })).toBe(is);
});
