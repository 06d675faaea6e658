import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { laidOut } from "./laid-out.ts";

const linesOf = (text: string) => typedDocument(text).pages.flatMap(laidOut);

describe("a page laid out for a model", () => {
  test("has its columns below each other, without the left margin", () => {
    expect(linesOf("  Assets                2026    2025\n    Machines   1,200\n    Total                 1,200     900")).toEqual([
      "Assets                2026    2025",
      "  Machines   1,200",
      "  Total                 1,200     900",
    ]);
  });

  test("has a sign for each check box at its place, once", () => {
    const [page] = typedDocument("Insured?         Yes      No\nRoof  ☐ Tiles").pages;
    const box = (column: number) => ({ left: 20 + 6 * column, top: 20, right: 30 + 6 * column, bottom: 30 });
    const marks = [
      { box: box(14), checked: false, certainty: 1 },
      { box: box(23), checked: true, certainty: 1 },
    ];
    expect(page && laidOut({ ...page, marks })).toEqual(["Insured?      ☐  Yes   ☒  No", "Roof  ☐ Tiles"]);
  });

  test("has all words of every line, in order, parted where the page parts them", () => {
    const cell = fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,12}){0,3}$/);
    const gap = fc.integer({ min: 2, max: 200 }).map((count) => " ".repeat(count));
    const line = fc.tuple(fc.array(fc.tuple(cell, gap), { maxLength: 6 }), cell).map(([parts, last]) => parts.flat().join("") + last);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const cells = (text: string) => text.trim().split(/ {2,}/);
        expect(linesOf(lines.join("\n")).map(cells)).toEqual(lines.map(cells));
      }),
    );
  });
});
