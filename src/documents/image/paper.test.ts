import sharp from "sharp";
import { expect, test } from "vitest";
import type { Picture } from "#documents/ocr/picture.ts";
import { readBy } from "#documents/testing/blind-ppocr.ts";
import { strokesPng } from "#documents/testing/draw-picture.ts";
import { readImage } from "./read-image.ts";

/** Finds one word as large as the picture it gets. */
const wholePictureEngine = readBy({
  async recognise({ width, height }: Picture) {
    return [{ text: "EVERYTHINGTHATISSEEN", box: { left: 0, top: 0, right: width, bottom: height }, certainty: 0.9, run: 0 }];
  },
});

/** A white paper of 300 x 400 at (200, 100) on a ground of 800 x 600. */
async function seenOn(ground: string) {
  const paper = { create: { width: 300, height: 400, channels: 3 as const, background: "#f4f4f4" } };
  const table = sharp({ create: { width: 800, height: 600, channels: 3, background: ground } });
  const png = await table
    .composite([
      { input: paper, left: 200, top: 100 },
      { input: await strokesPng(100, 20), left: 300, top: 200 },
    ])
    .png()
    .toBuffer();
  return (await readImage(png, wholePictureEngine)).lines[0]?.box;
}

test("of paper on a dark table only the paper is read, and boxes are in coordinates of the picture", async () => {
  const box = await seenOn("#403020");
  for (const [seen, edge] of [
    [box?.left, 200],
    [box?.top, 100],
    [box?.right, 500],
    [box?.bottom, 500],
  ] as const)
    expect(Math.abs((seen ?? 0) - edge)).toBeLessThan(16);
});

test("on a light ground the whole picture is read", async () => {
  const box = await seenOn("#e0e0e0");
  expect(box).toMatchObject({ left: 0, top: 0, right: 800 });
  expect(box?.bottom).toBeCloseTo(600, 0);
});

test("a dark rail or banner of the page itself is read with it", async () => {
  const page = sharp({ create: { width: 600, height: 800, channels: 3, background: "#ffffff" } });
  const rail = { create: { width: 200, height: 800, channels: 3 as const, background: "#26324a" } };
  const png = await page
    .composite([
      { input: rail, left: 0, top: 0 },
      { input: await strokesPng(100, 20), left: 300, top: 200 },
    ])
    .png()
    .toBuffer();
  const box = (await readImage(png, wholePictureEngine)).lines[0]?.box;
  expect(box).toMatchObject({ left: 0, top: 0, right: 600 });
  expect(box?.bottom).toBeCloseTo(800, 0);
});

test("a page that is partly in shadow is read whole", async () => {
  const [width, height] = [600, 800];
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isInk = y % 38 < 18 && x > 30 && x < 560 && Math.floor(x / 4) % 3 === 0;
    return (isInk ? 20 : 240) * (x + y > 600 ? 0.3 : 1);
  });
  const png = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const box = (await readImage(png, wholePictureEngine)).lines[0]?.box;
  expect(box).toMatchObject({ left: 0, top: 0, right: 600 });
  expect(box?.bottom).toBeCloseTo(800, 0);
});
