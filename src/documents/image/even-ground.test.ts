import { expect, test } from "vitest";
import { withEvenGround } from "./even-ground.ts";
import type { Grey } from "./slant.ts";

const WIDTH = 600;
const HEIGHT = 400;

/** White paper with rectangles of a grey on it, later ones on top: [left, top, width, height, grey]. */
function picture(...rectangles: [number, number, number, number, number][]): Grey {
  const data = Buffer.alloc(WIDTH * HEIGHT, 255);
  for (const [left, top, width, height, grey] of rectangles)
    for (let y = top; y < top + height; y += 1) data.fill(grey, y * WIDTH + left, y * WIDTH + left + width);
  return { data, width: WIDTH, height: HEIGHT };
}
const at = ({ data }: Grey, x: number, y: number) => data[y * WIDTH + x] ?? -1;

test("white type on a dark sidebar becomes dark type on white, and the paper beside it stays", () => {
  const evened = withEvenGround(picture([0, 0, 200, HEIGHT, 60], [50, 100, 3, 20, 250], [400, 100, 3, 20, 10]));
  expect(at(evened, 100, 200)).toBe(255);
  expect(at(evened, 51, 110)).toBeLessThan(20);
  expect(at(evened, 300, 200)).toBe(255);
  expect(at(evened, 401, 110)).toBe(10);
});

test("type on a tinted band gets the contrast of type on white", () => {
  const evened = withEvenGround(picture([0, 100, WIDTH, 60, 190], [50, 120, 3, 20, 60]));
  expect(at(evened, 300, 130)).toBe(255);
  expect(at(evened, 51, 130)).toBeLessThan(20);
});

test("type close to the edge of its background is part of it", () => {
  const evened = withEvenGround(picture([0, 0, 200, HEIGHT, 60], [6, 100, 3, 20, 250]));
  expect(at(evened, 7, 110)).toBeLessThan(20);
  expect(at(evened, 12, 110)).toBe(255);
});

test("a page on white stays as it is, with its type and rulings", () => {
  const page = picture([50, 50, 3, 20, 0], [0, 200, WIDTH, 2, 120]);
  expect(withEvenGround(page)).toBe(page);
});

test("paper in a photograph, with light and grain, stays as it is", () => {
  const photo = picture();
  for (let i = 0; i < photo.data.length; i += 1) photo.data[i] = 150 + ((i * 7919) % 31) + Math.round((i % WIDTH) / 20);
  expect(withEvenGround(photo)).toBe(photo);
});

test("the strokes of very large type are not a background", () => {
  const page = picture([100, 100, 18, 150, 0], [170, 100, 18, 150, 0], [100, 160, 80, 16, 0], [300, 100, 18, 150, 0]);
  expect(withEvenGround(page)).toBe(page);
});
