/** Amounts of a picture keep all their digits, in type of one width as in any other; what is not one number stays apart. */
import { describe, expect, test } from "vitest";
import type { Document } from "#documents/document.ts";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { extractValues } from "#results/extract.ts";
import { sharedReader } from "../support/reader.ts";

const never = new AbortController().signal;
const FIELDS = ["subtotal", "tax", "total", "change"].map((name) => ({ name, type: "number" }) as const);

async function valuesOf(document: Document) {
  return (await extractValues(localEngine, { document, schema: { fields: FIELDS } }, never)).result.data;
}

/** A receipt's lines, each with an amount at the right. */
function receipt(rows: readonly (readonly [string, string])[], font: string, size: number): Promise<Buffer> {
  const lines = rows.map(([label, amount], i) => {
    const y = size * (3 + 1.7 * i);
    return `<text x="${2 * size}" y="${y}">${label}</text><text x="${26 * size}" y="${y}" text-anchor="end">${amount}</text>`;
  });
  return pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${28 * size}" height="${size * (5 + 1.7 * rows.length)}"><rect width="100%" height="100%" fill="#fff"/><g font-family="${font}" font-size="${size}" fill="#111">${lines.join("")}</g></svg>`,
  );
}

const rowsWith = (mark: string) =>
  [
    ["Chewing gum", "0,99"],
    ["Subtotal", "0,99"],
    ["VAT 5 %", "0,05"],
    ["TOTAL EUR", "1,04"],
    ["Cash", "2,00"],
    ["Change", "0,96"],
  ].map(([label = "", amount = ""]) => [label, amount.replace(",", mark)] as const);

describe.each(["monospace", "sans-serif", "serif"])("in %s", (font) => {
  test.each([
    [18, ","],
    [26, ","],
    [36, ","],
    [26, "."],
  ])("type of %d pixels with %j before the cents", async (size, mark) => {
    const document = await sharedReader().read(await receipt(rowsWith(mark), font, size), {}, never);
    expect(await valuesOf(document)).toEqual({ subtotal: 0.99, tax: 0.05, total: 1.04, change: 0.96 });
  });

  test("numbers with a comma and a space between them are several", async () => {
    const picture = await receipt(
      [
        ["Sizes", "11, 12, 13"],
        ["Telephone", "5550 6929, 012 555"],
        ["Delivered on the same day", "yes"],
      ],
      font,
      26,
    );
    const [sizes, phones] = (await sharedReader().read(picture, {}, never)).pages[0]?.lines.map(({ text }) => text) ?? [];
    expect([sizes, phones]).toEqual(["Sizes  11, 12, 13", "Telephone  5550 6929, 012 555"]);
  });
});

test("half of an amount that was read in two pieces is no amount", async () => {
  const document = typedDocument("Subtotal  0, 99\nTotal  1, 04");
  for (const { segments } of document.pages[0]?.lines ?? [])
    for (const { words } of segments) for (const word of words) word.source = "ocr";
  expect(await valuesOf(document)).toEqual({ subtotal: null, tax: null, total: null, change: null });
});
