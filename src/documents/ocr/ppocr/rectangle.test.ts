import fc from "fast-check";
import { expect, test } from "vitest";
import { boxOfPart, smallestAround, turnedBy } from "./rectangle.ts";

const cornersOf = ({ x, y, width, height, angle }: { x: number; y: number; width: number; height: number; angle: number }) =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([across = 0, down = 0]) => {
    const [u, v] = [(across * width) / 2, (down * height) / 2];
    return [x + u * Math.cos(angle) - v * Math.sin(angle), y + u * Math.sin(angle) + v * Math.cos(angle)] as const;
  });

test("a rectangle is found from its corners and points inside, at any angle", () => {
  const length = fc.integer({ min: 10, max: 400 });
  const place = fc.integer({ min: -500, max: 500 });
  const degrees = fc.integer({ min: -44, max: 44 });
  fc.assert(
    fc.property(place, place, length, length, degrees, (x, y, width, height, turned) => {
      const angle = (turned * Math.PI) / 180;
      const found = smallestAround([...cornersOf({ x, y, width, height, angle }), [x, y]]);
      expect(found?.x).toBeCloseTo(x, 4);
      expect(found?.y).toBeCloseTo(y, 4);
      expect(found?.width).toBeCloseTo(width, 4);
      expect(found?.height).toBeCloseTo(height, 4);
      expect(found?.angle).toBeCloseTo(angle, 4);
    }),
  );
});

test("points on one line give a rectangle too flat to read, and fewer than three give none", () => {
  expect(smallestAround([])).toBeNull();
  expect(smallestAround([[3, 4]])).toBeNull();
});

test("a line read upside down begins at its right end", () => {
  const line = turnedBy({ x: 100, y: 10, width: 200, height: 20, angle: 0 }, 180);
  expect(boxOfPart(line, 0, 0.5)).toMatchObject({ left: expect.closeTo(100), right: expect.closeTo(200) });
});
