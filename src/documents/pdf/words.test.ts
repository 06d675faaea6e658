import { expect, test } from "vitest";
import type { ParsedPage, TextItem } from "./parser.ts";
import { pdfWordsOf } from "./words.ts";

/** Boxes in type of 10 points, each as wide as `width`, `gap` behind the one before. */
const itemOf = (text: string, boxes: readonly (readonly [text: string, gap: number])[], more: Partial<TextItem> = {}): TextItem => {
  let right = 100;
  const words = boxes.map(([word, gap]) => {
    const box = { text: word, x: right + gap, y: 50, width: 5 * word.length, height: 10 };
    right = box.x + box.width;
    return box;
  });
  return { text, x: 100, y: 50, width: right - 100, height: 10, fontHeight: 10, fontSize: 10, words, ...more } as TextItem;
};
const wordsIn = (item: TextItem) => pdfWordsOf({ textItems: [item] } as unknown as ParsedPage, new Set()).map(({ word }) => word.text);

test.each<[string, string, [string, number][], string[]]>([
  [
    "cents",
    "200.00",
    [
      ["200", 0],
      [".00", 0.4],
    ],
    ["200.00"],
  ],
  [
    "each part of a date",
    "06.08.2013 fällig.",
    [
      ["06", 0],
      [".08", 0],
      [".2013", 0],
      ["fällig", 2.5],
      [".", 0],
    ],
    ["06.08.2013", "fällig."],
  ],
  [
    "the end of an address",
    "sav@example.net",
    [
      ["sav@example", 0],
      [".net", 0.3],
    ],
    ["sav@example.net"],
  ],
  [
    "a mark after a space",
    "12 % off",
    [
      ["12", 0],
      ["%", 2.5],
      ["off", 2.5],
    ],
    ["12", "%", "off"],
  ],
  [
    "a narrow space that the text lost",
    "$100.00P-04",
    [
      ["$100.00", 0],
      ["P-04", 0.9],
    ],
    ["$100.00", "P-04"],
  ],
  [
    "letters set tightly",
    "if a",
    [
      ["if", 0],
      ["a", 0.1],
    ],
    ["if", "a"],
  ],
  [
    "letters set tightly, without a space in the text",
    "ifa",
    [
      ["if", 0],
      ["a", 0.1],
    ],
    ["if", "a"],
  ],
  [
    "an opening bracket",
    "allow(1)",
    [
      ["allow", 0],
      ["(1)", -0.1],
    ],
    ["allow", "(1)"],
  ],
  [
    "columns that overlap",
    "12.50",
    [
      ["12", 0],
      [".50", -30],
    ],
    ["12", ".50"],
  ],
])("words agree with the text of their run: %s", (_what, text, boxes, words) => {
  expect(wordsIn(itemOf(text, boxes))).toEqual(words);
});

test("the box of a joined word is around its pieces", () => {
  const [placed] = pdfWordsOf(
    {
      textItems: [
        itemOf("5.00", [
          ["5", 0],
          [".00", 0],
        ]),
      ],
    } as unknown as ParsedPage,
    new Set(),
  );
  expect(placed?.word.box).toEqual({ left: 100, top: 50, right: 120, bottom: 60 });
});
