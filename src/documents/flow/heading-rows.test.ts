import { expect, test } from "vitest";
import { plain } from "./block.ts";
import { headingRows } from "./heading-rows.ts";

const rowsOf = (...rows: readonly (readonly string[])[]) => rows.map((row) => row.map((text) => (text === "" ? [] : [plain(text)])));

test("lone texts are headings where one stands right below the heads of the table", () => {
  const rows = rowsOf(["Item", "2024"], ["Assets", ""], ["Cash", "5"], ["Total", "5"], ["Equity", ""], ["Capital", "5"], ["Notes", ""]);
  expect([...headingRows(rows)]).toEqual([1, 4]);
});

test("a detail below the row that it belongs to is none, nor is a text below a row of amounts or above the heads", () => {
  expect(headingRows(rowsOf(["Item", "Price"], ["Desk", "5"], ["of oak", ""], ["Chair", "7"])).size).toBe(0);
  expect(headingRows(rowsOf(["Desk", "5"], ["of oak", ""], ["Chair", "7"])).size).toBe(0);
  expect(headingRows(rowsOf(["Prices", ""], ["Item", "Price"], ["Desk", "5"])).size).toBe(0);
});
