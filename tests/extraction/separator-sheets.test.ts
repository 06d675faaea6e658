/** Scanned sheets with the bar code "PATCHT" between documents part them, though nothing else says where one ends. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { pageSvg, textSvg } from "#documents/testing/draw-form.ts";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { partsOf } from "#packets/parts-of.ts";
import { sharedReader } from "../support/reader.ts";

beforeAll(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve("zxing-wasm/writer/zxing_writer.wasm")));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

const lettered = (page: number) =>
  pngOf(
    pageSvg(
      textSvg(60, 80, "Minutes of the garden club", 16) +
        textSvg(60, 120, "The hedge is cut in May, and the pond is cleaned in June.", 11) +
        textSvg(60, 780, `Page ${page} of 2`, 10),
    ),
    { density: 150 },
  );

async function separator(): Promise<Buffer> {
  const { svg } = await writeBarcode("PATCHT", { format: "Code128" });
  const code = await sharp(await pngOf(svg, { density: 600 }))
    .resize({ width: 600, height: 200, fit: "fill", kernel: "nearest" })
    .png()
    .toBuffer();
  return sharp(await pngOf(pageSvg(""), { density: 150 }))
    .composite([{ input: code, left: 320, top: 700 }])
    .png()
    .toBuffer();
}

test("the pages before and behind a separator sheet are two documents, without it they are one", async () => {
  const split = async (pages: readonly Buffer[]) => {
    const file = await sharp([...pages], { join: { animated: true } })
      .tiff({ compression: "lzw" })
      .toBuffer();
    const parts = await partsOf(await sharedReader().read(file, {}, AbortSignal.timeout(60_000)), []);
    return parts.map((part) => part.pages);
  };
  const [first, second] = [await lettered(1), await lettered(2)];
  expect(await split([first, second])).toEqual([[1, 2]]);
  expect(await split([first, await separator(), second])).toEqual([[1, 2], [3]]);
});
