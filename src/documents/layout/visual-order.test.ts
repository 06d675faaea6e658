import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inReadingOrder, isInVisualOrder } from "./visual-order.ts";

describe("words of right-to-left scripts in visual order", () => {
  test.each([
    ['ר"מ', 'מ"ר'],
    [',ר"מ', 'מ"ר,'],
    [".('א", "א')."],
    ["101-מ", "מ-101"],
    ["+א", "א+"],
    ["31.12.13", "31.12.13"],
    ["Ltd.", "Ltd."],
  ])("%s is read as %s", (visual, read) => {
    expect(inReadingOrder(visual)).toBe(read);
  });

  test("turning twice gives the word", () => {
    const part = fc.constantFrom("א", "בגד", '"', "'", "(", ")", "12", "3.5", "Ab", "-", ",");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const word = parts.join("");
        expect(inReadingOrder(inReadingOrder(word))).toBe(word);
      }),
    );
  });

  test("the order of a page is that of most of its words", () => {
    const at = (...words: [string, number][]) => words.map(([text, x]) => ({ text, x }));
    expect(isInVisualOrder([at(["מגורים", 10], ["בניני", 50])])).toBe(true);
    expect(isInVisualOrder([at(["בניני", 50], ["מגורים", 10])])).toBe(false);
    expect(isInVisualOrder([at(["one", 10], ["two", 50])])).toBe(false);
  });
});
