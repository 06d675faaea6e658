import fc from "fast-check";
import { expect, test } from "vitest";
import { fromTurned } from "./turned-box.ts";

test("a box seen after a quarter turn maps back to its place", () => {
  // Text turned a quarter clockwise starts in the upper right corner and runs down.
  const back = fromTurned({ left: 10, top: 5, right: 60, bottom: 15 }, { turn: 90, degrees: 0, width: 200, height: 300 });
  expect(back.left).toBeCloseTo(185);
  expect(back.right).toBeCloseTo(195);
  expect(back.top).toBeCloseTo(10);
  expect(back.bottom).toBeCloseTo(60);
});

test("upside down means mirrored about the middle", () => {
  const back = fromTurned({ left: 10, top: 5, right: 60, bottom: 15 }, { turn: 180, degrees: 0, width: 200, height: 300 });
  expect(back.left).toBeCloseTo(140);
  expect(back.top).toBeCloseTo(285);
});

test("no box leaves the picture, however it was turned", () => {
  const turn = fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const);
  fc.assert(
    fc.property(turn, fc.double({ min: -4, max: 4, noNaN: true }), fc.nat(400), fc.nat(400), (turned, degrees, left, top) => {
      const box = fromTurned({ left, top, right: left + 30, bottom: top + 10 }, { turn: turned, degrees, width: 400, height: 300 });
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(400);
      expect(box.bottom).toBeLessThanOrEqual(300);
    }),
  );
});
