/** Scans whose pages take longer to read than one request to a reader may. */
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { base64 } from "../support/pdf.ts";
import { sharedService } from "../support/shared-service.ts";

const PAGES = 30;
const LINES = 40;

/** A PNG of 16 greys, as a scan of so many pages must be to stay below 10 MB. */
async function drawnPage(lines: readonly string[]): Promise<Buffer> {
  const png = await pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="1240" height="1754" fill="#fff"/>${lines
      .map((line, i) => `<text x="100" y="${120 + 38 * i}" font-family="DejaVu Sans" font-size="22">${line}</text>`)
      .join("")}</svg>`,
  );
  return sharp(png).greyscale().png({ palette: true, colours: 16 }).toBuffer();
}

/** Every page has a page of text; the last one says what is asked. */
async function scan(): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, size: "A4", margin: 0 });
  const bytes = buffer(pdf);
  const text = Array.from({ length: LINES }, (_, i) => `Paragraph ${i + 1} of a long contract about the delivery of oak tables`);
  for (let number = 1; number <= PAGES; number += 1) {
    const page = number === PAGES ? ["Contract number: CN-20417", `Page ${number}`] : [...text, `Page ${number}`];
    pdf.addPage().image(await drawnPage(page), 0, 0, { width: 595 });
  }
  pdf.end();
  return bytes;
}

test("F24: a scan of 30 pages is read whole, in several requests", async () => {
  const service = await sharedService();
  const client = await service.account();
  const id = await client.submit({
    file_content: base64(await scan()),
    extraction_schema: { fields: [{ name: "contract_number", type: "string" }] },
  });
  const task = await client.wait(id, 500);
  expect(task).toMatchObject({
    status: "completed",
    data: { contract_number: "CN-20417" },
    completeness: { pages_read: Array.from({ length: PAGES }, (_, i) => i + 1), pages_failed: [] },
  });
}, 600_000);
