import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partedRange } from "./ranges.ts";

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
    const parts = partedRange(placed("09/29/20-10/02/20"));
    expect(parts.map(({ word }) => word.text)).toEqual(["09/29/20", "-", "10/02/20"]);
    expect(parts.map(({ word }) => [word.box.left, word.box.right])).toEqual([
      [100, 180],
      [180, 190],
      [190, 270],
    ]);
  });

  test("of writing that is turned lie as it runs", () => {
    const [first] = partedRange(placed("1.2.2026–3.2.2026", 180));
    expect(first?.word.box.right).toBe(270);
    const [top] = partedRange(placed("1.2.2026–3.2.2026", 90));
    expect(top?.word.box).toMatchObject({ left: 100, right: 270, top: 100 });
  });
});

test("any other word stays one", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9/.-]{1,14}$/), (text) => {
      expect(partedRange(placed(text)).map(({ word }) => word.text)).toEqual([text]);
    }),
  );
  expect(partedRange(placed("2019-2020"))).toHaveLength(1);
});
