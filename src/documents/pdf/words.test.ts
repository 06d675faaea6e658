import { expect, test } from "vitest";
import type { ParsedPage, TextItem } from "./parser.ts";
import { pdfWordsOf } from "./words.ts";

/** Boxes in type of 10 points, five points a letter; `gaps`: before each box, in points. */
function wordsIn(text: string, boxes: readonly string[], gaps: readonly number[]) {
  let right = 100;
  const words = boxes.map((word, i) => {
    const box = { text: word, x: right + (gaps[i] ?? 0), y: 50, width: 5 * word.length, height: 10 };
    right = box.x + box.width;
    return box;
  });
  const item = { text, x: 100, y: 50, width: right - 100, height: 10, fontHeight: 10, fontSize: 10, words } as TextItem;
  return pdfWordsOf({ textItems: [item] } as unknown as ParsedPage, new Set()).map(({ word }) => word);
}

test.each<[string, string, string[], number[], string[]]>([
  ["cents", "200.00", ["200", ".00"], [0, 0.4], ["200.00"]],
  ["each part of a date", "06.08.2013 fällig.", ["06", ".08", ".2013", "fällig", "."], [0, 0, 0, 2.5, 0], ["06.08.2013", "fällig."]],
  ["the end of an address", "sav@example.net", ["sav@example", ".net"], [0, 0.3], ["sav@example.net"]],
  ["a mark after a space", "12 % off", ["12", "%", "off"], [0, 2.5, 2.5], ["12", "%", "off"]],
  ["a narrow space that the text lost", "$100.00P-04", ["$100.00", "P-04"], [0, 0.9], ["$100.00", "P-04"]],
  ["letters set tightly", "if a", ["if", "a"], [0, 0.1], ["if", "a"]],
  ["letters set tightly, without a space in the text", "ifa", ["if", "a"], [0, 0.1], ["if", "a"]],
  ["small type with a space between others", "le um dis", ["le", "u", "m", "dis"], [0, 0, 0, 2], ["leum", "dis"]],
  ["an opening bracket", "allow(1)", ["allow", "(1)"], [0, -0.1], ["allow", "(1)"]],
  ["columns that overlap", "12.50", ["12", ".50"], [0, -30], ["12", ".50"]],
  ["a box that the text does not have", "12.50", ["13", ".50"], [0, 0], ["13", ".50"]],
])("words agree with the text of their run: %s", (_what, text, boxes, gaps, words) => {
  expect(wordsIn(text, boxes, gaps).map((word) => word.text)).toEqual(words);
});

test("the box of a joined word is around its pieces", () => {
  expect(wordsIn("5.00", ["5", ".00"], [0, 0])[0]?.box).toEqual({ left: 100, top: 50, right: 120, bottom: 60 });
});
