import { describe, expect, test } from "vitest";
import { slantOf } from "./slant.ts";

const SIZE = 400;

/** Lines of scattered strokes that fall by `degrees`, between two upright edges like the sides of a sheet. */
function picture(degrees: number): { data: Uint8Array; width: number; height: number } {
  const data = new Uint8Array(SIZE * SIZE).fill(255);
  const slope = Math.tan((degrees * Math.PI) / 180);
  let chance = 7;
  for (let line = 3; line < 20; line++) {
    for (let x = 40; x < SIZE - 40; x++) {
      chance = (chance * 1103515245 + 12345) % 2147483648;
      if (chance < 1_200_000_000) continue;
      const top = Math.round(line * 18 + slope * x);
      for (let row = 0; row < 8; row++) data[(top + row) * SIZE + x] = 0;
    }
  }
  for (let y = 0; y < SIZE; y++) for (const x of [20, SIZE - 20]) data[y * SIZE + x] = 0;
  return { data, width: SIZE, height: SIZE };
}

describe("orientation and slant", () => {
  test.each([-2.5, -1, 1, 2, 2.5])("lines that fall by %d degrees are measured so, and not taken for vertical", (degrees) => {
    const found = slantOf(picture(degrees));
    expect(found.sideways).toBe(false);
    expect(Math.abs(found.degrees - degrees)).toBeLessThanOrEqual(0.5);
  });

  test("straight lines are left straight", () => {
    expect(slantOf(picture(0))).toEqual({ sideways: false, degrees: 0 });
  });
});
