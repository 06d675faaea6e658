import sharp from "sharp";
import { expect, test } from "vitest";
import type { Page, Word } from "#documents/document.ts";
import { coverPage } from "./cover-page.ts";

const word = (text: string, left: number): Word => ({
  text,
  box: { left, top: 20, right: left + 40, bottom: 30 },
  certainty: 1,
  source: "native",
  fontSize: 10,
  bold: false,
});
const [shown, hidden, part] = [word("Python", 10), word("Mia", 60), word("Ingenieurin", 110)];
const words = [shown, hidden, part];
const box = { left: 10, top: 20, right: 150, bottom: 30 };
const page: Page = {
  ...{ number: 1, width: 200, height: 100, textSource: "native", quality: 1, rulings: [], formFields: [], hidden: [] },
  lines: [{ text: "", box, segments: [{ text: "", box, words }] }],
};

test("all of the picture but shown words is white, bars stand over the others, and endings are left out", async () => {
  // A page that is red all over, as a photograph behind its words.
  const png = await sharp({ create: { width: 400, height: 200, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  const { jpeg, width } = await coverPage(png, page, (each) => (each === shown ? 1 : each === part ? 0.5 : 0));
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  expect(width).toBe(400);
  const colourAt = (x: number, y: number) => {
    const at = (y * 2 * info.width + x * 2) * info.channels;
    const [red = 0, green = 0] = data.subarray(at, at + 3);
    return red > 200 && green > 200 ? "white" : red > 200 ? "red" : "bar";
  };
  expect([colourAt(100, 5), colourAt(190, 80), colourAt(55, 25)]).toEqual(["white", "white", "white"]);
  expect([colourAt(30, 25), colourAt(80, 25), colourAt(118, 25), colourAt(140, 25)]).toEqual(["red", "bar", "red", "white"]);
});
