import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Word } from "#documents/document.ts";
import { tokensIn } from "./tokens.ts";
import { type NumberedLine, pagesForPictures, restOf, windowsOf } from "./windows.ts";

/** Pages with lines of random length. */
const documents = fc
  .array(fc.array(fc.string({ unit: "grapheme", maxLength: 200 }), { maxLength: 30 }), { maxLength: 12 })
  .map((pages): NumberedLine[] => pages.flatMap((lines, p) => lines.map((text, i) => ({ page: p + 1, number: i + 1, text }))));
const keyOf = ({ page, number }: NumberedLine) => `${page} ${number}`;

describe("windows of a document", () => {
  test("every line is in a window, in order, and each window begins inside the one before", () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 50, max: 2_000 }), (lines, tokens) => {
        const windows = windowsOf(lines, tokens);
        expect(windows.length).toBeGreaterThan(0);
        const places = windows.map((window) => window.lines.map((line) => lines.indexOf(line)));
        expect(new Set(windows.flatMap((window) => window.lines.map(keyOf)))).toEqual(new Set(lines.map(keyOf)));
        for (const own of places) expect(own).toEqual(own.map((_, i) => (own[0] ?? 0) + i));
        for (const [i, own] of places.entries()) if (i > 0) expect(own[0]).toBeLessThanOrEqual((places[i - 1]?.at(-1) ?? 0) + 1);
      }),
    );
  });

  test("none is longer than asked for, unless a single line is", () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 200, max: 2_000 }), (lines, tokens) => {
        for (const { lines: own, context } of windowsOf(lines, tokens)) {
          const used = [...own, ...context].reduce((sum, { text }) => sum + tokensIn(text), 0);
          expect(own.length === 1 || used <= tokens).toBe(true);
        }
      }),
    );
  });

  test("the rest after a place is what follows it", () => {
    fc.assert(
      fc.property(documents, fc.nat(), (lines, at) => {
        const after = lines[at % Math.max(1, lines.length)];
        if (!after) return;
        expect(restOf({ lines, context: [] }, after).lines).toEqual(lines.slice(lines.indexOf(after) + 1));
      }),
    );
  });
});

describe("pages that a model is shown as pictures", () => {
  const word = (source: "native" | "ocr", certainty: number): Word => ({
    text: "word",
    box: { left: 0, top: 0, right: 9, bottom: 9 },
    certainty,
    source,
    fontSize: 9,
    bold: false,
  });
  const pageOf = (words: Word[], quality = 1) => {
    const line = { text: "", box: { left: 0, top: 0, right: 9, bottom: 9 }, words };
    return { quality, lines: [{ ...line, segments: [line] }] };
  };
  const native = Array.from({ length: 100 }, () => word("native", 1));

  const shown = (...pages: ReturnType<typeof pageOf>[]) => pagesForPictures(pages).map((page) => pages.indexOf(page));
  const sound = pageOf(native);

  test("are those that OCR read, wholly or in part, and those whose text layer is doubtful", () => {
    const half = pageOf([...native, ...native.map(() => word("ocr", 0.99))]);
    expect(shown(sound, pageOf([word("ocr", 0.99)]), sound)).toEqual([1]);
    expect(shown(sound, half, sound)).toEqual([1]);
    expect(shown(sound, pageOf(native.map((each) => ({ ...each, certainty: 0.8 }))), sound)).toEqual([1]);
    expect(shown(sound, pageOf(native, 0.7), sound)).toEqual([1]);
  });

  test("are all where most are doubtful", () => {
    expect(shown(sound, pageOf(native, 0.7), pageOf(native, 0.7))).toEqual([0, 1, 2]);
  });

  test("are not those with sound text, beside which OCR read a logo or nothing, and blank ones", () => {
    expect(shown(sound, pageOf([...native, word("ocr", 0.99)]), pageOf([]))).toEqual([]);
  });
});
