import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import type { Picture } from "#documents/ocr/picture.ts";
import { readBy } from "#documents/testing/blind-ppocr.ts";
import { strokesPng } from "#documents/testing/draw-picture.ts";
import { readImage, renderImage } from "./read-image.ts";

/** Finds one word, at the dark pixels of the picture it gets. */
const darkSpotEngine = readBy({
  async recognise(picture: Picture) {
    const { data, info } = await sharp(picture.png).greyscale().raw().toBuffer({ resolveWithObject: true });
    const box = { left: info.width, top: info.height, right: 0, bottom: 0 };
    for (let at = 0; at < data.length; at += info.channels) {
      if ((data[at] ?? 255) > 128) continue;
      const x = (at / info.channels) % info.width;
      const y = Math.floor(at / info.channels / info.width);
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x + 1);
      box.bottom = Math.max(box.bottom, y + 1);
    }
    return [{ text: "SOMEWHEREINTHEPICTURE", box, certainty: 0.9, run: 0 }];
  },
});

async function withSpot(left: number, top: number): Promise<Sharp> {
  const spot = await strokesPng(60, 20);
  const paper = sharp({ create: { width: 400, height: 300, channels: 3, background: "#ffffff" } });
  return paper.composite([{ input: spot, left, top }]);
}

describe("reading an image", () => {
  test("boxes are in pixels of the picture although the engine saw it enlarged", async () => {
    const page = await readImage(await (await withSpot(100, 50)).png().toBuffer(), darkSpotEngine);
    expect(page).toMatchObject({ width: 400, height: 300, textSource: "ocr" });
    const box = page.lines[0]?.box;
    expect(box?.left).toBeCloseTo(100, -1);
    expect(box?.top).toBeCloseTo(50, -1);
    expect(box?.right).toBeCloseTo(160, -1);
    expect(box?.bottom).toBeCloseTo(70, -1);
  });

  test("width, height and boxes follow the EXIF orientation, as viewers do", async () => {
    const jpeg = await (await withSpot(0, 0)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const page = await readImage(jpeg, darkSpotEngine);
    expect([page.width, page.height]).toEqual([300, 400]);
    expect(page.lines[0]?.box.right).toBeCloseTo(300, -1);
    expect(page.lines[0]?.box.left).toBeCloseTo(280, -1);
  });

  test("transparent paper is white paper", async () => {
    const png = await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    const { data } = await sharp(await renderImage(png, 50))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBe(255);
  });
});

describe("pictures that are refused", () => {
  test("more than 40 megapixels are refused from the header, before any pixel is decoded", async () => {
    const png = await sharp({ create: { width: 100, height: 100, channels: 3, background: "#ffffff" } })
      .png()
      .toBuffer();
    png.writeUInt32BE(30_000, 16);
    png.writeUInt32BE(30_000, 20);
    await expect(readImage(png, darkSpotEngine)).rejects.toMatchObject({
      code: "corrupt_document",
      publicMessage: expect.stringContaining("40 megapixels"),
    });
  });

  test("so are those of a bitmap", async () => {
    const header = Buffer.alloc(54);
    header.write("BM", 0, "latin1");
    header.writeUInt32LE(40, 14);
    header.writeInt32LE(30_000, 18);
    header.writeInt32LE(30_000, 22);
    await expect(readImage(header, darkSpotEngine)).rejects.toMatchObject({
      code: "corrupt_document",
      publicMessage: expect.stringContaining("40 megapixels"),
    });
  });

  test("a broken header is a corrupt document", async () => {
    await expect(readImage(Buffer.from("89504e470d0a1a0a0000", "hex"), darkSpotEngine)).rejects.toMatchObject({ code: "corrupt_document" });
  });

  test("other formats never reach their loader", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    await expect(readImage(svg, darkSpotEngine)).rejects.toMatchObject({ code: "corrupt_document" });
  });
});
