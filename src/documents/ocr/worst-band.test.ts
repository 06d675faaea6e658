import fc from "fast-check";
import { expect, test } from "vitest";
import type { OcrWord } from "./ocr-engine.ts";
import { worstBand } from "./worst-band.ts";

const word = (text: string, certainty: number, top = 0): OcrWord => ({
  text,
  certainty,
  run: 0,
  box: { left: 0, top, right: 60, bottom: top + 10 },
});

/** Vertical strokes from row 60 to 80. */
function striped(): { data: Uint8Array; width: number; height: number } {
  const data = new Uint8Array(100 * 200).fill(255);
  for (let y = 60; y < 80; y += 1) for (let x = 0; x < 100; x += 4) data[y * 100 + x] = 0;
  return { data, width: 100, height: 200 };
}

test("the band holds the strokes that no word explains", () => {
  const band = worstBand([], striped());
  expect(band.top).toBeGreaterThanOrEqual(58);
  expect(band.bottom).toBeLessThanOrEqual(82);
  const explained = [{ ...word("strokes", 0.95, 60), box: { left: 0, top: 60, right: 100, bottom: 80 } }];
  expect(worstBand(explained, striped()).top).toBe(0);
});

test("a band is within the picture, whatever words were read", () => {
  const box = fc.record({
    text: fc.string(),
    top: fc.integer({ min: -50, max: 400 }),
    certainty: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(box), (read) => {
      const { top, bottom } = worstBand(
        read.map(({ text, certainty, top: at }) => word(text, certainty, at)),
        striped(),
      );
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(200);
      expect(bottom).toBeGreaterThan(top);
    }),
  );
});
