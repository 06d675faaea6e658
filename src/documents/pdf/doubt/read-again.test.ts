import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Page } from "#documents/document.ts";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { makePdf, textAt } from "#documents/testing/make-pdf.ts";

let reader: DocumentReader;
const never = new AbortController().signal;

beforeAll(() => {
  const dir = mkdtempSync(join(tmpdir(), "read-again-test-"));
  chmodSync(dir, 0o755);
  reader = openReader({ tessdataDir: inject("tessdataDir"), tempDir: join(dir, "temp"), size: 1 });
});
afterAll(() => reader[Symbol.asyncDispose]());

const LETTER = [
  "Invoice number 00042 of 17 March 2026",
  "Please send the amount that is due to the account below",
  "The goods were sent from our stores on the first of May",
  "Total amount 1190.00 EUR to be paid within thirty days",
];
const written = (lines: readonly string[], before?: string) =>
  lines.map((text, row) => textAt(60, 80 + 40 * row, text, { size: 14, ...(before ? { before } : {}) })).join("");
const textsOf = (page: Page | undefined) => page?.lines.map(({ text }) => text.replace(/ +/g, " "));
const firstPage = async (pdf: Buffer) => (await reader.read(pdf, {}, never)).pages[0];

/** A map of letters to characters that says the next letter for each, as a broken one does. */
const SHIFTED = [
  "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Shifted def /CMapType 2 def",
  "1 begincodespacerange <00> <ff> endcodespacerange",
  "4 beginbfrange <20> <40> <0020> <41> <59> <0042> <61> <79> <0062> <7b> <7e> <007b> endbfrange",
  "2 beginbfchar <5a> <0041> <7a> <0061> endbfchar",
  "endcmap CMapName currentdict /CMap defineresource pop end end",
].join("\n");
const shiftedFont = {
  fonts: "/F1 100 0 R",
  objects: [
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 101 0 R >>",
    `<< /Length ${SHIFTED.length} >>\nstream\n${SHIFTED}\nendstream`,
  ],
};

test("letters that a wrong table shifts are noticed, and the page is read as it looks", async () => {
  const page = await firstPage(makePdf({ pages: [written(LETTER)], ...shiftedFont }));
  expect(textsOf(page)).toEqual(LETTER);
  expect(page).toMatchObject({ textSource: "ocr" });
});

test("hidden text of such a page stays hidden", async () => {
  const page = await firstPage(
    makePdf({ pages: [written(LETTER) + textAt(60, 300, "Jhopsf bmm svmft", { before: "0.97 g" })], ...shiftedFont }),
  );
  expect(textsOf(page)).toEqual(LETTER);
  expect(page?.hidden).toHaveLength(1);
});

test("a page whose font has no character for one of its letters is read as it looks", async () => {
  const map = SHIFTED.replace("<61> <79> <0062>", "<61> <64> <0061> <66> <79> <0066>")
    .replace("4 beginbfrange", "5 beginbfrange")
    .replace("<41> <59> <0042>", "<41> <59> <0041>")
    .replace("<5a> <0041> <7a> <0061>", "<65> <e065> <7a> <007a>");
  const objects = [shiftedFont.objects[0] ?? "", `<< /Length ${map.length} >>\nstream\n${map}\nendstream`];
  const page = await firstPage(makePdf({ pages: [written(LETTER)], fonts: shiftedFont.fonts, objects }));
  expect(textsOf(page)).toEqual(LETTER);
});

/** A scan of the letter with an invisible text layer. */
async function scanWith(layer: readonly string[]): Promise<Buffer> {
  const png = await reader.renderPage(makePdf({ pages: [written(LETTER)] }), { page: 1, widthPx: 1240 }, never);
  const { data, info } = await sharp(png).flatten({ background: "#fff" }).jpeg({ quality: 90 }).toBuffer({ resolveWithObject: true });
  const image = `<< /Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
  return makePdf({
    pages: [`q 595 0 0 842 0 0 cm /Im Do Q\n${written(layer, "3 Tr")}`],
    resources: "/XObject << /Im 100 0 R >>",
    objects: [`${image} /Filter /DCTDecode /Length ${data.length} >>\nstream\n${data.toString("latin1")}\nendstream`],
  });
}

test("an old OCR layer below a scan is kept where it agrees with the picture, and read again where it does not", async () => {
  expect(await firstPage(await scanWith(LETTER))).toMatchObject({ textSource: "mixed", quality: 0.8 });
  const misread = [
    "lnuo1cc nurnbcr OOO4Z ot 1T Marcb ZOZ6",
    "P1ca5e scnd tbc arnount tbat 1s duc tu thc accounl be1ow",
    "Tbc goocls wcrc scnl frorn uur slores un tbe flrst uf Mav",
    "Tolal arnount ll9O.OO EUB lo bc pa1d w1tbln lh1rly daus",
  ];
  const page = await firstPage(await scanWith(misread));
  expect(textsOf(page)).toEqual(LETTER);
  expect(page).toMatchObject({ textSource: "ocr" });
});
