import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partedWord } from "./parted.ts";

const placed = (text: string, turn: 0 | 90 | 180 | 270 = 0) => ({
  word: {
    text,
    box: { left: 100, top: 100, right: 270, bottom: 120 },
    certainty: 1,
    source: "native" as const,
    fontSize: 10,
    bold: false,
  },
  turn,
  run: 1,
});

describe("dates joined by a dash", () => {
  test("are words of their own, side by side", () => {
    const parts = partedWord(placed("09/29/20-10/02/20"));
    expect(parts.map(({ word }) => word.text)).toEqual(["09/29/20", "-", "10/02/20"]);
    expect(parts.map(({ word }) => [word.box.left, word.box.right])).toEqual([
      [100, 180],
      [180, 190],
      [190, 270],
    ]);
  });

  test("of turned text have boxes along its direction", () => {
    const [first] = partedWord(placed("1.2.2026–3.2.2026", 180));
    expect(first?.word.box.right).toBe(270);
    const [top] = partedWord(placed("1.2.2026–3.2.2026", 90));
    expect(top?.word.box).toMatchObject({ left: 100, right: 270, top: 100 });
  });
});

test.each([
  ["Total:75.04", ["Total:", "75.04"]],
  ["Date:25-03-2018", ["Date:", "25-03-2018"]],
  ["Balance:€12", ["Balance:", "€12"]],
])("a label and its value are two words: %s", (text, parts) => {
  expect(partedWord(placed(text)).map(({ word }) => word.text)).toEqual(parts);
});

test.each(["10:30", "http://x.example/1", "urn:cen.eu:en16931:2017", "J:4", "GSTAMT:RM5.33"])("%s is one word", (text) => {
  expect(partedWord(placed(text))).toHaveLength(1);
});

test("any other word stays one", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9/.-]{1,14}$/), (text) => {
      expect(partedWord(placed(text)).map(({ word }) => word.text)).toEqual([text]);
    }),
  );
  expect(partedWord(placed("2019-2020"))).toHaveLength(1);
});
