import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";
import { secondLook } from "./second-look.ts";

const word = (text: string, certainty: number, top: number): OcrWord => ({
  text,
  certainty,
  run: 0,
  box: { left: 40, top, right: 240, bottom: top + 20 },
});
let picture: { png: Buffer; width: number; height: number };
beforeAll(async () => {
  const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  picture = { png, width: 400, height: 300 };
});
/** Answers every picture with these words, in coordinates of the strip. */
const engine = (...words: OcrWord[]): OcrEngine => ({ recognise: async () => words });

test("an address read with more certainty the second time replaces the first reading, at its place", async () => {
  const first = word("john.doc@example.com", 0.86, 100);
  const [name, address] = await secondLook([word("John", 0.9, 40), first], picture, engine({ ...word("john.doe@example.com", 0.91, 20) }));
  expect(name?.text).toBe("John");
  expect(address).toEqual({ ...first, text: "john.doe@example.com", certainty: 0.91 });
});

test("a less certain second reading changes nothing", async () => {
  const first = word("mia@example.com", 0.9, 100);
  expect(await secondLook([first], picture, engine(word("rnia@example.com", 0.7, 20)))).toEqual([first]);
});

test("a second reading that lost a part of the address changes nothing", async () => {
  const first = word("mia.north@example.com", 0.8, 100);
  expect(await secondLook([first], picture, engine(word("mia.north@example.", 0.9, 20)))).toEqual([first]);
  expect(await secondLook([first], picture, engine(word("th@example.com", 0.9, 20)))).toEqual([first]);
});

test("an initial that was split from its address is read with it", async () => {
  const initial = { ...word("e", 0.9, 100), box: { left: 26, top: 106, right: 34, bottom: 120 } };
  const [address, ...more] = await secondLook(
    [initial, word("kovac@example.com", 0.8, 100)],
    picture,
    engine(word("e.kovac@example.com", 0.9, 20)),
  );
  expect(more).toEqual([]);
  expect(address).toMatchObject({ text: "e.kovac@example.com", box: { left: 26, right: 240 } });
});

test("two doubtful addresses each get the reading of their own place", async () => {
  const [a, b] = [word("a.b@example.com", 0.5, 40), word("c.d@example.com", 0.5, 200)];
  const [first, second] = await secondLook([a, b], picture, engine(word("x.y@example.com", 0.9, 20), word("z.w@example.com", 0.9, 105)));
  expect([first?.text, second?.text]).toEqual(["x.y@example.com", "z.w@example.com"]);
});

test("words without an address, and certain addresses, are not read again", async () => {
  const words = [word("John", 0.3, 40), word("mia@example.com", 0.99, 80)];
  const never: OcrEngine = { recognise: () => Promise.reject(new Error("read again")) };
  expect(await secondLook(words, picture, never)).toBe(words);
});
