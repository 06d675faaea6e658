import { describe, expect, test } from "vitest";
import { list, number, rowsFor, text } from "./rows-in.ts";

const fields = list("contents", [text("item"), number("age_years"), number("replacement_cost"), number("cash_value")]);
const HEADS = "Item                  Age years    Replacement cost    Cash value";

describe("a table ends before lines that lack what all its rows have", () => {
  test("such as sums of the next part of a form", async () => {
    const page = `${HEADS}
Chest freezer         6            689.00              413.40
Sectional sofa        3            2,450.00            1,960.00
Area rug              9            380.00              76.00
Building damage       11,870
Living expense        640`;
    expect((await rowsFor(fields, page)).map(({ item }) => item)).toEqual(["Chest freezer", "Sectional sofa", "Area rug"]);
  });

  test("and before an amount below zero where all rows have one above it", async () => {
    const page = `Product           Boxes     Paid
Paracetamol       2         30.00
Nasal spray       1         120.00
Vitamin C         1         385.00
Card discount               -38.50`;
    const rows = await rowsFor(list("items", [text("product"), number("boxes"), number("paid")]), page);
    expect(rows.map(({ product }) => product)).toEqual(["Paracetamol", "Nasal spray", "Vitamin C"]);
  });
});

test("a last row that lacks one value is a row like the others", async () => {
  const page = `${HEADS}
Chest freezer         6            689.00              413.40
Sectional sofa        3            2,450.00            1,960.00
Area rug                           380.00              76.00`;
  expect((await rowsFor(fields, page)).map(({ item }) => item)).toEqual(["Chest freezer", "Sectional sofa", "Area rug"]);
});

test("rows that lack values between rows that have them are kept", async () => {
  const page = `${HEADS}
Chest freezer         6            689.00              413.40
Sectional sofa        3            2,450.00            1,960.00
Old lamp
Area rug              9            380.00              76.00`;
  expect(await rowsFor(fields, page)).toContainEqual({ item: "Area rug", age_years: "9", replacement_cost: "380.00", cash_value: "76.00" });
});
