import sharp from "sharp";
import { expect, test } from "vitest";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { smallTypePx } from "./type-size.ts";

const LINE = "a warm summer evening on our nice sea, we saw no one near";

/** Six lines in a face whose small letters are half as high as its size. */
async function picture(fontSize: number, more = "") {
  const lines = Array.from({ length: 6 }, (_, i) => `<text x="20" y="${60 + 60 * i}">${LINE}</text>`).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="420"><rect width="1600" height="420" fill="#fff"/>
<g font-family="sans-serif" font-size="${fontSize}">${lines}${more}</g></svg>`;
  const { data, info } = await sharp(await pngOf(svg))
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

test("small letters are measured, to the pixel or two", async () => {
  const [small = 0, large = 0] = [smallTypePx(await picture(20)), smallTypePx(await picture(40))].map((height) => height ?? 0);
  expect(small).toBeGreaterThanOrEqual(9);
  expect(small).toBeLessThanOrEqual(13);
  expect(large).toBeGreaterThanOrEqual(19);
  expect(large).toBeLessThanOrEqual(25);
});

test("rulings do not count", async () => {
  const rulings = Array.from({ length: 300 }, (_, i) => `<path d="M${5 * i} 400h4" stroke="#000"/>`).join("");
  expect(smallTypePx(await picture(40, rulings))).toBeGreaterThan(15);
});

test("of a picture with few letters the size is not known", () => {
  const blank = { data: new Uint8Array(300 * 300).fill(255), width: 300, height: 300 };
  expect(smallTypePx(blank)).toBeNull();
});
