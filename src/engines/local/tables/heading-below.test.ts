import { describe, expect, test } from "vitest";
import type { Document } from "#documents/document.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { list, number, rowsIn, text } from "./rows-in.ts";

/** A typed page with the lines that begin with this text in other type. */
function pageWith(page: string, heading: string, type: { fontSize?: number; bold?: boolean; source?: "ocr" }): Document {
  const document = typedDocument(page);
  for (const line of document.pages[0]?.lines ?? [])
    for (const { words } of line.segments)
      if (line.segments[0]?.text.startsWith(heading)) for (const word of words) Object.assign(word, type);
  return document;
}

const SPECIES = `Common name          Scientific name          Measurements
Silver birch         Betula pendula           Volume: 500
Purchase order
All of it was harvested in 2026`;
const species = list("species", [text("common_name"), text("scientific_name")]);

describe("a text below the last row that is set as a heading is not part of it", () => {
  test.each([{ fontSize: 13 }, { bold: true }])("%j", async (type) => {
    expect(await rowsIn(pageWith(SPECIES, "Purchase order", type), species)).toEqual([
      { common_name: "Silver birch", scientific_name: "Betula pendula" },
    ]);
  });
});

test("a further line of a cell in the type of the row goes on with it", async () => {
  const page = `Common name          Scientific name          Measurements
Silver birch         Betula pendula           Volume: 500
and downy birch`;
  expect(await rowsIn(typedDocument(page), species)).toEqual([
    { common_name: "Silver birch and downy birch", scientific_name: "Betula pendula" },
  ]);
});

test("a sentence below the rows is no row, though a word of it begins where a column does", async () => {
  const page = `Common name          Scientific name          Measurements
Silver birch         Betula pendula           Volume: 500
As the creator of th (the passport) I declare all words to be accurate`;
  expect(await rowsIn(typedDocument(page), species)).toEqual([{ common_name: "Silver birch", scientific_name: "Betula pendula" }]);
});

test("an invoice's last line does not take the heading below it", async () => {
  const items = list("items", [text("description"), number("quantity"), number("amount")]);
  const page = `Description          Quantity     Amount
Oak shelf            2            80.00
Pine shelf           1            25.00
Delivery
We deliver on weekdays`;
  const rows = await rowsIn(pageWith(page, "Delivery", { fontSize: 13, bold: true }), items);
  expect(rows.map(({ description }) => description)).toEqual(["Oak shelf", "Pine shelf"]);
});
