import fc from "fast-check";
import { expect, test } from "vitest";
import type { Page, Word } from "#documents/document.ts";
import { lineFrom, segmentFrom } from "#documents/layout/assemble.ts";
import { asArrived, pageFromWire, pageToWire } from "./page-wire.ts";

const length = fc.integer({ min: -1000, max: 1_000_000 }).map((hundredths) => hundredths / 100);
const word: fc.Arbitrary<Word> = fc.record({
  text: fc.string({ minLength: 1 }),
  box: fc.record({ left: length, top: length, right: length, bottom: length }),
  certainty: fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
  source: fc.constantFrom("native" as const, "ocr" as const),
  fontSize: length,
  bold: fc.boolean(),
});
const segment = fc.array(word, { minLength: 1, maxLength: 4 }).map(segmentFrom);
const line = fc.array(segment, { minLength: 1, maxLength: 3 }).map(lineFrom);

test("a page arrives as it was sent", () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 4 }),
      fc.array(fc.record({ x1: length, y1: length, x2: length, y2: length })),
      (lines, rulings) => {
        const page: Page = {
          number: 3,
          width: 595.28,
          height: 841.89,
          textSource: "native",
          quality: 0.97,
          turn: 0,
          lines,
          rulings,
          formFields: [],
          hidden: [],
        };
        expect(pageFromWire(pageToWire(page))).toEqual(page);
        expect(asArrived(page)).toEqual(page);
      },
    ),
  );
});
