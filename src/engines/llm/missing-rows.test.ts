import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import type { MergedRow } from "./merge.ts";
import { missingRows } from "./missing-rows.ts";

const PAGE = (from: number) =>
  [
    `List of parts, page ${from}`,
    "Part  Quantity  Price",
    ...Array.from({ length: 5 }, (_, i) => `Bolt ${from + i}  ${i + 1}  1.5${i}`),
    "Subtotal  9.90",
  ].join("\n");
const document = typedDocument(PAGE(10), PAGE(20));
const rowAt = (page: number, line: number): MergedRow => ({ page, line, cells: new Map() });

const given = (...lines: number[]) => lines.map((line) => rowAt(1, line));

describe("rows that were left out", () => {
  test("between those that were given, and on the next page", () => {
    expect(missingRows(document, given(3, 4, 6, 7)).map(({ page, line }) => [page, line])).toEqual([
      [1, 5],
      [2, 3],
      [2, 4],
      [2, 5],
      [2, 6],
      [2, 7],
    ]);
  });

  test("none when all were given: headings and subtotals have other shapes", () => {
    expect(
      missingRows(
        document,
        [1, 2].flatMap((page) => [3, 4, 5, 6, 7].map((line) => rowAt(page, line))),
      ),
    ).toEqual([]);
  });

  test("none of the totals below a table, whatever their shape", () => {
    const rows = Array.from({ length: 5 }, (_, i) => `Bolt ${i}  ${i + 1}  1.5${i}`);
    const page = typedDocument(["Part  Quantity  Price", ...rows, "Total  15  7.60", "VAT  20  1.52", "Shipping  1  5.00"].join("\n"));
    expect(missingRows(page, given(2, 3, 4, 5, 6))).toEqual([]);
    expect(missingRows(page, given(2, 3, 4, 5))).toEqual([{ page: 1, line: 6 }].map((place) => expect.objectContaining(place)));
  });

  test("none of the lines on which a row goes on", () => {
    const page = typedDocument("Part  Quantity  Price\nBolt  1  1.50\nNut  2  2.50\nWasher that\nwraps  3  3.50\nRing  4  4.50");
    const wrapped = new Map([["price", { raw: "3.50", value: null }]]);
    const rows = given(2, 3, 4, 6).map((row) => (row.line === 4 ? { ...row, cells: wrapped } : row));
    expect(missingRows(page, rows)).toEqual([]);
  });

  test("none with fewer than three rows to learn a shape from, or when rows have no lines", () => {
    expect(missingRows(document, [rowAt(1, 3), rowAt(1, 4)])).toEqual([]);
    expect(
      missingRows(
        document,
        [1, 2, 3].map(() => ({ page: 1, line: null, cells: new Map() })),
      ),
    ).toEqual([]);
  });
});
