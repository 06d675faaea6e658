import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pngOf } from "#documents/testing/draw-picture.ts";
import type { PpOcr } from "./ppocr/ppocr.ts";
import { recognise } from "./recognise.ts";

const PAGE = { width: 1654, height: 2339 };

type Asked = { finder: number; tesseract: number };

/** What is read from a picture, and how often each reader was asked. The line finder finds `found`. */
async function reading(picture: Buffer, found: Awaited<ReturnType<PpOcr["find"]>> = []) {
  const asked: Asked = { finder: 0, tesseract: 0 };
  const ppocr: PpOcr = {
    async find() {
      asked.finder += 1;
      return found;
    },
    read: async () => [],
    rest: async () => {},
  };
  const tesseract = {
    async recognise() {
      asked.tesseract += 1;
      return [];
    },
  };
  const { width, height } = await sharp(picture).metadata();
  const { words, quality } = await recognise({ pixels: () => sharp(picture), width, height }, { ppocr, tesseract });
  return { words, quality, asked };
}

const drawn = (content: string, paper = "#ffffff"): Promise<Buffer> =>
  pngOf(`<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}" height="${PAGE.height}">
    <rect width="100%" height="100%" fill="${paper}"/>${content}</svg>`);

/** `count` strokes as high as the letters of small type. */
const strokes = (count: number, fill: string): string =>
  Array.from(
    { length: count },
    (_, i) => `<rect x="${200 + 14 * (i % 60)}" y="${300 + 40 * Math.floor(i / 60)}" width="4" height="20" fill="${fill}"/>`,
  ).join("");

const grain = (mean: number, sigma: number): Promise<Buffer> =>
  sharp({ create: { ...PAGE, channels: 3, background: "#000000", noise: { type: "gaussian", mean, sigma } } })
    .jpeg({ quality: 85 })
    .toBuffer();

describe("a page without writing is blank, and no network looks at it", () => {
  test.each([
    ["white paper", () => drawn("")],
    ["grey paper", () => drawn("", "#cfcfcf")],
    ["the grain of a scanner", () => grain(245, 8)],
    ["print that shines through more faintly than the line finder finds print", () => drawn(strokes(900, "#f8f8f8"))],
    [
      "dust",
      () =>
        drawn(
          Array.from({ length: 60 }, (_, i) => `<circle cx="${(i * 977) % 1600}" cy="${(i * 1361) % 2300}" r="2" fill="#333"/>`).join(""),
        ),
    ],
  ])("%s", async (_, make) => {
    expect(await reading(await make())).toEqual({ words: [], quality: 1, asked: { finder: 0, tesseract: 0 } });
  });

  test("with punch holes and a fold only the line finder looks at it", async () => {
    const holes = [700, 1600].map((y) => `<circle cx="70" cy="${y}" r="23" fill="#222"/>`).join("");
    const page = await drawn(`${holes}<rect x="0" y="1168" width="1654" height="3" fill="#999"/>`);
    expect(await reading(page)).toEqual({ words: [], quality: 1, asked: { finder: 1, tesseract: 0 } });
  });
});

describe("whatever may be writing is looked at", () => {
  test.each([
    ["one digit of a page number", () => drawn('<rect x="820" y="2200" width="5" height="20" fill="#222"/>')],
    ["print of a contrast of 12 in 255, the faintest that the line finder finds", () => drawn(strokes(40, "#f3f3f3"))],
    ["faded letters", () => drawn(strokes(40, "#d2d2d2"))],
    ["white letters on a dark page", () => drawn(strokes(40, "#ffffff"), "#303030")],
    ["letters in a colour as bright as paper is", () => drawn(strokes(40, "#ffb080"))],
  ])("%s", async (_, make) => {
    const { asked } = await reading(await make());
    expect(asked.finder).toBe(1);
  });

  test("Tesseract reads what the line finder does not find", async () => {
    const { asked } = await reading(await drawn(strokes(40, "#222")));
    expect(asked.tesseract).toBeGreaterThan(0);
  });
});
