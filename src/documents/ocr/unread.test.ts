import sharp from "sharp";
import { expect, test } from "vitest";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";
import type { Picture } from "./picture.ts";
import { withUnread } from "./unread.ts";
import { unreadSpots } from "./unread-spots.ts";

const WIDTH = 600;
const HEIGHT = 200;
const LINE = 20;

type Ink = { left: number; top: number; width: number; height?: number };

/** Strokes like those of letters: two pixels of ink, three of paper. */
function pixelsOf(...inks: Ink[]) {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const { left, top, width, height = LINE } of inks)
    for (let y = top; y < top + height; y += 1)
      for (let x = left; x < left + width; x += 1) if ((x - left) % 5 < 2) data[y * WIDTH + x] = 0;
  return { data, width: WIDTH, height: HEIGHT };
}

async function pictureOf(...inks: Ink[]): Promise<Picture> {
  const { data, width, height } = pixelsOf(...inks);
  const png = await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return { png, width, height };
}

const word = (text: string, left: number, width: number, more: Partial<OcrWord> = {}): OcrWord => ({
  text,
  certainty: 0.9,
  run: 1,
  box: { left, top: 40, right: left + width, bottom: 40 + LINE },
  ...more,
});

/** Answers with these words, one part of the strip below the other: 14 pixels of white, 8 of margin, twice as large. */
const reading = (...texts: { text: string; certainty?: number; left?: number }[]): OcrEngine => ({
  recognise: async ({ width }) =>
    texts.map(({ text, certainty = 0.9, left = 14 }) => ({
      text,
      certainty,
      run: 0,
      box: { left, top: 30, right: Math.min(width - 14, left + 20), bottom: 70 },
    })),
});
const never: OcrEngine = { recognise: () => Promise.reject(new Error("read again")) };

test("ink between the words of a line that no word covers is a spot", () => {
  const words = [word("Tel.:", 20, 60), word("Berlin", 300, 80)];
  const [spot, ...more] = unreadSpots(
    words,
    LINE,
    pixelsOf({ left: 20, top: 40, width: 60 }, { left: 100, top: 40, width: 150 }, { left: 300, top: 40, width: 80 }),
  );
  expect(more).toEqual([]);
  expect([spot?.left, spot?.top]).toEqual([100, 40]);
  expect(spot?.right).toBeGreaterThanOrEqual(247);
});

test("rules, frames, specks and pictures are no spots", () => {
  const data = pixelsOf({ left: 400, top: 40, width: 150, height: 120 });
  data.data.fill(0, 180 * WIDTH, 181 * WIDTH);
  for (let y = 0; y < HEIGHT; y += 1) data.data[y * WIDTH + 5] = 0;
  data.data[100 * WIDTH + 100] = 0;
  expect(unreadSpots([word("Name", 20, 60)], LINE, data)).toEqual([]);
});

test("what was left out of a line is read by itself and put in its place", async () => {
  const picture = await pictureOf({ left: 20, top: 40, width: 60 }, { left: 100, top: 40, width: 100 });
  const engine = reading({ text: "570" }, { text: "110", left: 114 });
  const words = await withUnread([word("Tel.:", 20, 60)], picture, engine, engine);
  expect(words.map(({ text }) => text)).toEqual(["Tel.:", "570", "110"]);
  expect(words[1]?.box).toMatchObject({ left: 100, top: 40, bottom: 60 });
  expect(words[1]?.run).toBe(words[2]?.run);
  expect(words[1]?.run).not.toBe(1);
});

test("for overlapping words the second reading is taken, when it has as many letters", async () => {
  const picture = await pictureOf({ left: 100, top: 40, width: 110 });
  const astray = [word("+44", 100, 110), word("7946", 160, 50)];
  const complete = reading({ text: "+44" }, { text: "20", left: 60 }, { text: "7946", left: 134 });
  expect((await withUnread(astray, picture, complete, complete)).map(({ text }) => text)).toEqual(["+44", "20", "7946"]);
  const less = reading({ text: "+44" });
  const [first, second] = await withUnread(astray, picture, less, less);
  expect(first?.box).toMatchObject({ left: 100, right: 160 });
  expect(second).toEqual(astray[1]);
});

test("an uncertain second reading adds nothing", async () => {
  const picture = await pictureOf({ left: 100, top: 40, width: 100 });
  const words = [word("Tel.:", 20, 60)];
  const unsure = reading({ text: "570" }, { text: "1l0", left: 114, certainty: 0.3 });
  expect(await withUnread(words, picture, unsure, unsure)).toEqual(words);
});

test("numbers are read with the data for Latin letters, words of another script with the data for that script", async () => {
  const picture = await pictureOf({ left: 100, top: 40, width: 100 });
  const words = [word("नाम", 20, 60)];
  const numbers = await withUnread(words, picture, never, reading({ text: "1632" }));
  expect(numbers.map(({ text }) => text)).toEqual(["नाम", "1632"]);
  const letters = await withUnread(words, picture, reading({ text: "वाणिज्य" }), reading({ text: "arfrrsa" }));
  expect(letters.map(({ text }) => text)).toEqual(["नाम", "वाणिज्य"]);
});

test("a page without ink outside of its words is not read again", async () => {
  const words = [word("Name", 100, 60)];
  expect(await withUnread(words, await pictureOf({ left: 100, top: 40, width: 60 }), never, never)).toEqual(words);
});
