/** Reads bar codes and QR codes of a picture as words with boxes (zxing-cpp through `zxing-wasm`). */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ReadResult } from "zxing-wasm/reader";
import { once } from "#contract/memo.ts";
import type { Box } from "#documents/document.ts";
import type { PlacedWord, Turn } from "#documents/layout/placed-word.ts";
import { largest, smallest } from "#documents/long-lists.ts";
import type { Grey } from "./picture.ts";

/** Formats that correct errors or have a check digit: the others are also found in rulings and hatchings. */
const FORMATS = ["QRCode", "MicroQRCode", "DataMatrix", "Aztec", "PDF417", "Code128", "Code93", "EAN13", "EAN8", "UPCA", "UPCE"] as const;
/** Pixels searched at most: a code that needs more is too small to be scanned from paper. */
const PIXELS_MAX = 2_500_000;
const CODES_MAX = 20;
/** Height of one line of a code, as a share of the code, at most: else the only line of a QR code would be giant type. */
const LINE_MAX = 0.25;

export type Barcode = { area: Box; words: PlacedWord[] };

/**
 * `area`: the whole code. Boxes are in pixels of a picture as wide as `width`, along the direction of its text; runs are numbered from
 * `firstRun` on.
 */
export async function barcodeWords({ grey, width }: { grey: Grey; width: number }, turn: Turn, firstRun: number): Promise<Barcode[]> {
  const seen = await grey(PIXELS_MAX);
  const image = { data: coloured(seen.data), width: seen.width, height: seen.height, colorSpace: "srgb" } as const;
  const { readBarcodes } = await library();
  const codes = await readBarcodes(image, { formats: [...FORMATS], maxNumberOfSymbols: CODES_MAX, tryInvert: false });
  return codes.filter(({ isValid }) => isValid).map((code, i) => barcodeOf(code, width / seen.width, turn, firstRun + i));
}

/** Grey pixels with four bytes each, as the reader takes them. */
function coloured(grey: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Int32Array(grey.length);
  for (let i = 0; i < grey.length; i += 1) pixels[i] = OPAQUE | (0x010101 * (grey[i] ?? 0));
  return new Uint8ClampedArray(pixels.buffer);
}

/** The fourth byte, as a number of 32 bits with a sign: V8 computes these as they are. */
const OPAQUE = 0xff << 24;

/** The module is loaded from the package, never from the network. */
const library = once(async () => {
  const module = await import("zxing-wasm/reader");
  const wasm = readFileSync(fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")));
  await module.prepareZXingModule({
    overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) },
    fireImmediately: true,
  });
  return module;
});

/** The text's lines one below the other in the code's box, words side by side. */
function barcodeOf({ text, position }: ReadResult, scale: number, turn: Turn, run: number): Barcode {
  const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
  const [xs, ys] = [corners.map(({ x }) => x * scale), corners.map(({ y }) => y * scale)];
  const box = { left: smallest(xs), top: smallest(ys), right: largest(xs), bottom: largest(ys) };
  const lines = text
    .split(/[\p{Cc}]+/u)
    .map((line) => line.split(/\s+/).filter((word) => word !== ""))
    .filter((words) => words.length > 0);
  const height = Math.min(LINE_MAX, 1 / lines.length);
  const placed = lines.flatMap((words, row) =>
    words.map((word, column): PlacedWord => {
      const place = part(box, { from: column / words.length, to: (column + 1) / words.length, top: row / lines.length, height });
      return { word: { text: word, box: place, certainty: 1, source: "ocr", fontSize: place.bottom - place.top, bold: false }, turn, run };
    }),
  );
  return { area: box, words: placed };
}

function part({ left, top, right, bottom }: Box, share: { from: number; to: number; top: number; height: number }): Box {
  const x = (at: number) => Math.round(10 * (left + (right - left) * at)) / 10;
  const y = (at: number) => Math.round(10 * (top + (bottom - top) * at)) / 10;
  return { left: x(share.from), top: y(share.top), right: x(share.to), bottom: y(share.top + share.height) };
}
