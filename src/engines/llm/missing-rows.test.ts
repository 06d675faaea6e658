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

describe("rows that were left out", () => {
  test("between those that were given, and on the next page", () => {
    const given = [rowAt(1, 3), rowAt(1, 4), rowAt(1, 6), rowAt(1, 7)];
    expect(missingRows(document, given).map(({ page, line }) => [page, line])).toEqual([
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

  test("none of the few lines below rows of several shapes, which are their sums and taxes", () => {
    const rows = Array.from({ length: 5 }, (_, i) => `Bolt ${i}  ${i + 1}  1.5${i}${i > 3 ? "  each" : ""}`);
    const page = typedDocument(["Part  Quantity  Price", ...rows, "VAT  20  2.00", "Sum  5  11.90"].join("\n"));
    const given = [2, 3, 4, 5, 6].map((line) => rowAt(1, line));
    expect(missingRows(page, given)).toEqual([]);
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
