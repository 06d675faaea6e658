import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Word } from "#documents/document.ts";
import { linesOf } from "./lines.ts";
import type { PlacedWord, Turn } from "./placed-word.ts";

let run = 0;
/** A word of 10 pt type, 5 pt a letter, in a run of its own unless given. */
function word(
  text: string,
  left: number,
  top: number,
  more: { size?: number; run?: number; turn?: Turn; right?: number } = {},
): PlacedWord {
  const size = more.size ?? 10;
  const right = more.right ?? left + text.length * size * 0.5;
  const made: Word = {
    text,
    box: { left, top, right, bottom: top + size * 1.2 },
    certainty: 1,
    source: "native",
    fontSize: size,
    bold: false,
  };
  run += 1;
  return { word: made, turn: more.turn ?? 0, run: more.run ?? run };
}

function texts(words: PlacedWord[], rulings: Parameters<typeof linesOf>[1] = []): string[][] {
  return linesOf(words, rulings).map((line) => line.segments.map((segment) => segment.text));
}

describe("rows", () => {
  test("small differences of the baseline stay on one line, tight neighbours do not", () => {
    expect(texts([word("Total", 10, 100), word("99.50", 200, 102), word("next", 10, 110)])).toEqual([["Total", "99.50"], ["next"]]);
  });

  test("a superscript belongs to its line, whichever comes first", () => {
    const area = [word("2", 45, 98, { size: 6 }), word("12", 10, 100, { run: 1 }), word("m", 40, 100, { right: 45 })];
    expect(linesOf(area, [])).toHaveLength(1);
  });

  test("words above each other never share a line", () => {
    expect(texts([word("label", 10, 100, { size: 6 }), word("value", 10, 104, { size: 9 })])).toHaveLength(2);
  });
});

describe("lines of a slanted picture", () => {
  const askew = (text: string, left: number, top: number) => ({ ...word(text, left, top), slope: 0.05 });

  test("are whole, and their boxes keep the slant", () => {
    const words = [askew("Soap", 0, 100), askew("7.35", 400, 120), askew("Roll", 0, 116), askew("2.75", 400, 136)];
    expect(texts(words)).toEqual([
      ["Soap", "7.35"],
      ["Roll", "2.75"],
    ]);
    const boxes = linesOf(words, []).map((line) => line.segments.map(({ box }) => [box.left, box.top, box.bottom]));
    expect(boxes.flat()).toEqual([
      [0, 100, 112],
      [400, 120, 132],
      [0, 116, 128],
      [400, 136, 148],
    ]);
  });
});

describe("segments", () => {
  test("wide gaps separate them, word spaces do not", () => {
    expect(texts([word("Due", 10, 50), word("Date", 28, 50), word("March", 120, 50)])).toEqual([["Due Date", "March"]]);
  });

  test("a ruling between two near words separates them", () => {
    const ruling = { x1: 30, y1: 40, x2: 30, y2: 80 };
    expect(texts([word("12", 16, 50, { right: 27 }), word("34", 32, 50)], [ruling])).toEqual([["12", "34"]]);
  });

  test("words of a script that runs right to left are in reading order", () => {
    expect(texts([word("שלום", 10, 50), word("עולם", 33, 50)])).toEqual([["עולם שלום"]]);
  });
});

describe("repair", () => {
  test("a word drawn twice for boldness is one bold word", () => {
    const [line] = linesOf([word("Fake", 10, 50), word("Fake", 10.3, 50)], []);
    expect(line?.text).toBe("Fake");
    expect(line?.segments[0]?.words[0]?.bold).toBe(true);
  });

  test("pieces without a gap are one word", () => {
    expect(texts([word("Inv", 10, 50, { right: 25 }), word("oice", 25.1, 50)])).toEqual([["Invoice"]]);
  });

  test("single signs of a measure stay words of their own", () => {
    const signs = [..."2×1l"].map((sign, index) => word(sign, 10 + index * 9, 50, { run: 1 }));
    expect(texts(signs)).toEqual([["2 × 1 l"]]);
  });

  test("spaced-out letters become words", () => {
    const letters = [..."INVOICE"].map((letter, index) => word(letter, 10 + index * 9, 50));
    const more = [..."DATE"].map((letter, index) => word(letter, 84 + index * 9, 50));
    expect(
      texts([...letters, ...more])
        .flat()
        .join(" "),
    ).toBe("INVOICE DATE");
  });
});

describe("turned writing", () => {
  test("lines are found as their reader sees them, boxes stay where they are", () => {
    const down = (text: string, x: number, y: number): PlacedWord => {
      const placed = word(text, x, y, { turn: 90 });
      placed.word.box = { left: x, top: y, right: x + 12, bottom: y + text.length * 5 };
      return placed;
    };
    const lines = linesOf([down("second", 80, 50), down("first", 100, 50), down("42", 100, 200)], []);
    expect(lines.map((line) => line.text)).toEqual(["first  42", "second"]);
    expect(lines[0]?.box).toEqual({ left: 100, top: 50, right: 112, bottom: 210 });
  });
});

test("no word is lost or made up, and every box encloses its parts", () => {
  const place = fc.record({ left: fc.nat(500), top: fc.nat(700), text: fc.constantFrom("alpha", "Beta", "12.50", "x-ray") });
  fc.assert(
    fc.property(fc.uniqueArray(place, { selector: ({ left, top }) => `${left >> 6},${top >> 4}` }), (places) => {
      const words = places.map(({ left, top, text }) =>
        word(text, (left >> 6) << 6, (top >> 4) << 4, { right: ((left >> 6) << 6) + text.length * 5 }),
      );
      const lines = linesOf(words, []);
      const out = lines.flatMap((line) => line.segments.flatMap((segment) => segment.words));
      expect(out.map((one) => one.text).sort()).toEqual(words.map((one) => one.word.text).sort());
      for (const line of lines) for (const segment of line.segments) expect(segment.box.right).toBeLessThanOrEqual(line.box.right);
    }),
  );
});

describe("words that OCR split", () => {
  const read = (text: string, left: number, right: number) => {
    const { word: made, ...rest } = word(text, left, 100, { right });
    return { ...rest, word: { ...made, source: "ocr" as const, box: { ...made.box, bottom: 140 } } };
  };

  test("are joined in Arabic, where one letter is not joined to the next", () => {
    expect(texts([read("المنصو", 60, 150), read("ري", 0, 57)])).toEqual([["المنصوري"]]);
  });

  test("stay two in Arabic after a letter that is always joined, and at a space", () => {
    expect(texts([read("خالد", 160, 250), read("بن", 258, 300)])).toEqual([["بن خالد"]]);
    expect(texts([read("الرحمن", 100, 170), read("عبد", 184, 240)])).toEqual([["عبد الرحمن"]]);
  });
});

describe("letter-spaced type", () => {
  const spaced = (text: string, left: number) =>
    [...text].map((letter, i) => word(letter, left + 9 * i, 100, { run: 1, right: left + 9 * i + 5 }));

  test("a piece of two letters beside spaced-out words is closed up like them", () => {
    const row = [...spaced("Oakley", 0), word("J", 57.5, 100, { right: 62.5 }), word("r.", 66, 100, { right: 76 })];
    expect(texts(row)).toEqual([["Oakley Jr."]]);
  });

  test("a capital and the smaller letters behind it are one word in small capitals", () => {
    const capital = word("S", 0, 95.2, { size: 14, right: 8 });
    expect(texts([capital, word("ALAL", 8.2, 100, { right: 34 })])).toEqual([["SALAL"]]);
  });

  test("words of typescript stay apart beside a heading that is spaced as wide", () => {
    const typed = (text: string, left: number) => word(text, left, 100, { right: left + 6 * text.length, run: left });
    const heading = [..."INVOICE"].map((letter, i) => typed(letter, 300 + 12 * i));
    const row = [typed("RIVER", 0), typed("GROCERS", 36), typed("CO-OP", 84), ...heading, typed("PAGE", 500)];
    expect(texts(row)).toEqual([["RIVER GROCERS CO-OP", "INVOICE", "PAGE"]]);
  });

  test("typed text, where a space is a space, is left as it is", () => {
    const row = [..."ABCD"].map((letter, i) => word(letter, 10 * i, 100, { right: 10 * i + 5, run: 1 }));
    expect(texts([...row, word("Company", 40, 100, { run: 2 }), word("Ltd", 80, 100, { run: 3 })])).toEqual([["ABCD Company Ltd"]]);
  });
});
