import fc from "fast-check";
import { expect, test } from "vitest";
import type { Page } from "#documents/document.ts";
import { boxOnPage, uprightPage } from "./turned.ts";

const side = fc.integer({ min: 0, max: 300 });
const page = (turn: 0 | 90 | 180 | 270, left: number, top: number): Page => {
  const box = { left, top, right: left + 40, bottom: top + 10 };
  const word = { text: "word", box, certainty: 1, source: "ocr" as const, fontSize: 10, bold: false };
  const line = { text: "word", box, segments: [{ text: "word", box, words: [word] }] };
  return {
    number: 1,
    width: 500,
    height: 400,
    textSource: "ocr",
    quality: 1,
    turn,
    lines: [line],
    rulings: [],
    formFields: [],
    hidden: [],
  };
};

test("a box of a page turned upright is on that page, and maps back to where it was", () => {
  fc.assert(
    fc.property(fc.constantFrom(0, 90, 180, 270), side, side, (turn, left, top) => {
      const turned = page(turn, left, top);
      const upright = uprightPage(turned);
      const box = upright.lines[0]?.box;
      if (!box) throw new Error("no line");
      const back = boxOnPage(box, turned);
      expect([back.left, back.top, back.right, back.bottom].map((side) => side + 0)).toEqual([left, top, left + 40, top + 10]);
      expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(upright.width);
      expect(box.bottom).toBeLessThanOrEqual(upright.height);
    }),
  );
});

test("for text turned clockwise the page's right edge is the reader's top", () => {
  const upright = uprightPage(page(90, 450, 0));
  expect([upright.width, upright.height]).toEqual([400, 500]);
  expect(upright.lines[0]?.box).toEqual({ left: 0, top: 10, right: 10, bottom: 50 });
});
