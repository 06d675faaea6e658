import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { barcodeWords } from "./barcodes.ts";
import { greyOf } from "./picture.ts";

beforeAll(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve("zxing-wasm/writer/zxing_writer.wasm")));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

const opened = (png: Buffer) => ({ grey: greyOf({ width: 1000, height: 800, pixels: () => sharp(png) }), width: 1000 });

/** A page of 1000 x 800 with the code at 300, 200, as wide as given. */
async function pageWith(format: "QRCode" | "Code128" | "EAN13", text: string, code: { width: number; height: number }) {
  const { svg } = await writeBarcode(text, { format });
  const drawn = await sharp(await pngOf(svg, { density: 600 }))
    .resize({ ...code, fit: "fill", kernel: "nearest" })
    .png()
    .toBuffer();
  const paper = { width: 1000, height: 800, channels: 3 as const, background: "#ffffff" };
  const png = await sharp({ create: paper })
    .composite([{ input: drawn, left: 300, top: 200 }])
    .png()
    .toBuffer();
  return opened(png);
}

describe("codes are read as words with their boxes", () => {
  test("the lines of a QR code for a payment", async () => {
    const payment = "BCD\n002\n1\nSCT\n\nVilla Sol Ltd\nDE89370400440532013000\nEUR119.00";
    const [code] = await barcodeWords(await pageWith("QRCode", payment, { width: 300, height: 300 }), 0, 7);
    expect(code?.words.map(({ word }) => word.text)).toEqual([
      "BCD",
      "002",
      "1",
      "SCT",
      "Villa",
      "Sol",
      "Ltd",
      "DE89370400440532013000",
      "EUR119.00",
    ]);
    for (const { word, run } of code?.words ?? []) {
      expect(run).toBe(7);
      expect(word.box.left).toBeGreaterThanOrEqual(300);
      expect(word.box.right).toBeLessThanOrEqual(600);
      expect(word.box.top).toBeGreaterThanOrEqual(200);
      expect(word.box.bottom).toBeLessThanOrEqual(500);
    }
  });

  test.each([
    ["Code128", "PKG-0042-7781"],
    ["EAN13", "2000000000008"],
  ] as const)("%s", async (format, text) => {
    const [code] = await barcodeWords(await pageWith(format, text, { width: 600, height: 120 }), 0, 0);
    expect(code?.words.map(({ word }) => word.text)).toEqual([text]);
  });
});

test("a page without any has none", async () => {
  const svg = `<svg width="1000" height="800">${Array.from({ length: 40 }, (_, i) => `<rect x="${i * 25}" width="${1 + (i % 9)}" height="800"/>`).join("")}</svg>`;
  const png = await sharp(await pngOf(svg))
    .flatten({ background: "#ffffff" })
    .png()
    .toBuffer();
  expect(await barcodeWords(opened(png), 0, 0)).toEqual([]);
});
