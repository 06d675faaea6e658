import { expect, test } from "vitest";
import { list, number, rowsFor, text } from "./rows-in.ts";

const SALES = `Product      Units sold   Sales    COGS     Date
Carretera    1,618        32,370   16,185   2014-01-01
Montana      1,321        26,420   13,210   2014-06-01
Paseo        2,178        32,670   21,780   2014-12-01`;

const date = (name: string, description: string) => ({ name, type: "date", description }) as const;

test("a column that the description excludes does not answer the field, even if no other is left", async () => {
  const fields = [
    text("product"),
    number("units_sold"),
    date("price_date", "date from which the price holds; the transaction Date column is not a price date"),
  ];
  expect((await rowsFor(list("sales", fields), SALES))[0]).toEqual({ product: "Carretera", units_sold: "1,618" });
});

test("a field that asks for a column of its own takes no other, and the one of its name", async () => {
  const own = "day of the discount, only if the table has a dedicated discount-date column";
  const fields = [text("product"), number("units_sold"), date("discount_date", own)];
  expect((await rowsFor(list("sales", fields), SALES))[0]).toEqual({ product: "Carretera", units_sold: "1,618" });
  const named = await rowsFor(list("sales", fields), SALES.replace("Date", "Discount date"));
  expect(named[0]).toEqual({ product: "Carretera", units_sold: "1,618", discount_date: "2014-01-01" });
});

test("what is the difference of two columns is neither of them", async () => {
  const fields = [text("product"), number("units_sold"), number("margin", "difference between Sales and COGS")];
  expect((await rowsFor(list("sales", fields), SALES))[0]).toEqual({ product: "Carretera", units_sold: "1,618" });
});
