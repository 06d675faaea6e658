import { describe, expect, test } from "vitest";
import type { Document } from "#documents/document.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { valuesUnderLabels } from "./label-rows.ts";

/** A typed page whose first lines are bold. */
function page(text: string, bold: number): Document {
  const document = typedDocument(text);
  for (const { lines } of document.pages)
    for (const { segments } of lines.slice(0, bold)) for (const { words } of segments) for (const word of words) word.bold = true;
  return document;
}

/** The labels of a typed page's rows with their values; the lines of a label are joined by a stroke. */
const rows = (text: string, bold = 0): [string, string][] =>
  sheetsOf(page(text, bold)).flatMap((sheet) =>
    sheet.lines.flatMap((_, at) =>
      valuesUnderLabels(sheet, at).map(({ label, value }): [string, string] => [label.map((cell) => cell.text).join(" | "), value.text]),
    ),
  );

describe("a row of labels over a row of values", () => {
  test("gives each value its label, though words stand beside words", () => {
    expect(rows("Status     Class     Eye colour     Points\nValid      B         BRO            3")).toEqual([
      ["Status", "Valid"],
      ["Class", "B"],
      ["Eye colour", "BRO"],
      ["Points", "3"],
    ]);
  });

  test("of two columns needs type that differs from the values'", () => {
    const text = "Keeper           Berth\nJana Muster      17b";
    expect(rows(text)).toEqual([]);
    expect(rows(text, 1)).toEqual([
      ["Keeper", "Jana Muster"],
      ["Berth", "17b"],
    ]);
  });

  test("has labels of several lines", () => {
    const text = "Allergic         Contact        Tetanus\nto               lenses\nPollen           No             2013";
    expect(rows(text, 2)).toEqual([
      ["Allergic | to", "Pollen"],
      ["Contact | lenses", "No"],
      ["Tetanus", "2013"],
    ]);
  });
});

test("labels left of their values, and rows of a table, are none", () => {
  expect(rows("Name     Jana Muster     Berth     17b\nDate     3 May 2026      Hull      12 m")).toEqual([]);
  expect(rows("Item       Size       Weight\nRope       12         3\nAnchor     14         9\nBuoy       20         2")).toEqual([]);
});
