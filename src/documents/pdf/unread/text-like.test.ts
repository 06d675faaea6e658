import { expect, test } from "vitest";
import type { Box } from "#documents/document.ts";
import { textLikeRegions } from "./text-like.ts";

const [WIDTH, HEIGHT] = [400, 300];

function pictureOf(boxes: readonly Box[], { paper = 255, ink = 0 } = {}) {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(paper);
  for (const { left, top, right, bottom } of boxes)
    for (let y = top; y < bottom; y += 1) data.fill(ink, y * WIDTH + left, y * WIDTH + right);
  return { data, width: WIDTH, height: HEIGHT };
}

const letters = (count: number, top: number, left = 40): Box[] =>
  Array.from({ length: count }, (_, i) => ({ left: left + 9 * i, top, right: left + 9 * i + 6, bottom: top + 10 }));

test("rows of small pieces are a region, dark on light and light on dark", () => {
  for (const colours of [{}, { paper: 30, ink: 240 }])
    expect(textLikeRegions(pictureOf([...letters(12, 50), ...letters(8, 66)], colours), [], 1)).toEqual([
      { box: { left: 40, top: 50, right: 145, bottom: 76 }, pieces: 20 },
    ]);
});

test("rows far from each other are regions of their own", () => {
  expect(textLikeRegions(pictureOf([...letters(5, 50), ...letters(5, 200)]), [], 1)).toHaveLength(2);
});

test("rulings, bars and single marks are none", () => {
  const bars = [0, 1, 2, 3].map((i) => ({ left: 50 + 60 * i, top: 100, right: 80 + 60 * i, bottom: 250 }));
  expect(textLikeRegions(pictureOf([{ left: 10, top: 20, right: 390, bottom: 22 }, ...bars, ...letters(2, 60)]), [], 1)).toEqual([]);
});

test("what is explained is not looked at", () => {
  expect(textLikeRegions(pictureOf(letters(12, 50)), [{ left: 30, top: 45, right: 160, bottom: 65 }], 1)).toEqual([]);
});
