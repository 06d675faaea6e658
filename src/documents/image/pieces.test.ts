import { expect, test } from "vitest";
import { piecesOf } from "./pieces.ts";

/** Half the side of the square whose mean grey is the ground. */
const REACH = 14;
const CONTRAST = 36;

/** How many pixels differ from the mean grey of the square around them, counted one by one. */
function inkOf({ data, width, height }: { data: Uint8Array; width: number; height: number }): number {
  let ink = 0;
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const around: number[] = [];
    for (let row = Math.max(0, y - REACH); row <= Math.min(height - 1, y + REACH); row += 1)
      for (let column = Math.max(0, x - REACH); column <= Math.min(width - 1, x + REACH); column += 1)
        around.push(data[row * width + column] ?? 0);
    const differs = (data[at] ?? 0) * around.length - around.reduce((sum, grey) => sum + grey, 0);
    if (Math.abs(differs) >= CONTRAST * around.length) ink += 1;
  }
  return ink;
}

test("ink is what differs from the mean grey around it, at the edges of a picture and in pictures smaller than its square too", () => {
  for (const [width, height] of [
    [1, 1],
    [3, 40],
    [14, 15],
    [29, 28],
    [50, 33],
  ] as const) {
    const data = Uint8Array.from({ length: width * height }, (_, i) => (i * i * 31 + 7 * i) % 256);
    const picture = { data, width, height };
    expect([...piecesOf(picture, CONTRAST)].reduce((sum, { ink }) => sum + ink, 0)).toBe(inkOf(picture));
  }
});
