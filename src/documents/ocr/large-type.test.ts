import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { largeTypeAgain } from "./large-type.ts";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";
import type { Picture } from "./picture.ts";

const word = (text: string, left: number, top: number, height: number, certainty = 0.8): OcrWord => ({
  text,
  certainty,
  run: 0,
  box: { left, top, right: left + 20 * text.length, bottom: top + height },
});
let picture: Picture;
beforeAll(async () => {
  const png = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  picture = { png, width: 800, height: 600 };
});
const body = ["Kế", "toán", "trưởng", "tại", "công", "ty"].map((text, i) => word(text, 100, 300 + 30 * i, 20, 0.95));
/** Reads a crop as these words, in its middle. */
const engine = (text: string, certainty: number): OcrEngine => ({
  recognise: async ({ width, height }) => [
    { text, certainty, run: 0, box: { left: width / 2 - 5, top: height / 2 - 5, right: width / 2 + 5, bottom: height / 2 + 5 } },
  ],
});

test("a name in pieces is taken from the more certain reading of its line, with its place and size", async () => {
  const pieces = [word("Ng", 100, 100, 40), word("uyễn", 142, 100, 40)];
  const [name] = (await largeTypeAgain([...pieces, ...body], picture, engine("Nguyễn", 0.95))).filter(({ box }) => box.top < 200);
  expect(name).toMatchObject({ text: "Nguyễn", box: { top: 100, bottom: 140 } });
});

test("a less certain reading, and one of another length, change nothing", async () => {
  const words = [word("Nguyễn", 100, 100, 40), ...body];
  expect(await largeTypeAgain(words, picture, engine("Nguyen", 0.7))).toEqual(words);
  expect(await largeTypeAgain(words, picture, engine("Ng", 0.99))).toEqual(words);
});

test("a page of one size, and signs whose boxes are imprecise, are not read again", async () => {
  const never: OcrEngine = { recognise: async () => expect.fail("read again") };
  const words = [word("欧阳晓", 100, 100, 60), ...body];
  expect(await largeTypeAgain(words, picture, never)).toEqual(words);
  expect(await largeTypeAgain(body, picture, never)).toEqual(body);
});
