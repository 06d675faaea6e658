import { expect, test } from "vitest";
import { lineScores } from "#documents/testing/line-scores.ts";
import { lettersOf } from "./decode.ts";
import { markedLetters, withOwnMarks } from "./own-marks.ts";

const ALPHABET = ["", "a", "ä", "á", "B", "e", "é", "ß", "r", " "];

const readingOf = (steps: Parameters<typeof lineScores>[1]) => lineScores(ALPHABET, steps);

const GERMAN = new Set("äöüßé");

function textOf(steps: Parameters<typeof readingOf>[0], own: ReadonlySet<string> | null): string {
  const reading = readingOf(steps);
  return withOwnMarks(lettersOf(reading).letters, reading, own)
    .map(({ text }) => text)
    .join("");
}

test("a letter gets the mark of its language that it is a little likely to have", () => {
  expect(textOf([{}, { a: 0.9, ä: 0.01, á: 0.01 }, {}, { r: 0.9 }], GERMAN)).toBe("är");
  expect(textOf([{ a: 0.98, ä: 0.004 }, {}, { r: 0.9 }], GERMAN)).toBe("ar");
});

test("at the edge of a line it has to be likelier", () => {
  expect(textOf([{ a: 0.9, ä: 0.02 }, {}, { r: 0.9 }], GERMAN)).toBe("ar");
});

test("a mark of another language becomes one's own, or none", () => {
  expect(textOf([{}, { á: 0.9, ä: 0.05 }, {}, { r: 0.9 }], GERMAN)).toBe("är");
  expect(textOf([{ á: 0.9 }, {}, { r: 0.9 }], new Set("é"))).toBe("ar");
});

test("where the language is not known, a mark has to be likely", () => {
  expect(textOf([{ a: 0.9, ä: 0.05 }, {}, { r: 0.9 }], null)).toBe("ar");
  expect(textOf([{ a: 0.7, ä: 0.1, á: 0.15 }, {}, { r: 0.9 }], null)).toBe("ár");
});

test("a B behind a small letter may be an ß, one at the beginning may not", () => {
  expect(textOf([{ a: 0.9 }, {}, { B: 0.8, ß: 0.1 }, {}], GERMAN)).toBe("aß");
  expect(textOf([{ B: 0.8, ß: 0.1 }, {}, { a: 0.9 }], GERMAN)).toBe("Ba");
});

test("a mark of the next letter is not taken for one of this", () => {
  expect(textOf([{ e: 0.9 }, { é: 0.9 }, {}, { r: 0.9 }], new Set("é"))).toBe("eér");
});

test("letters with marks are counted, whatever the language", () => {
  expect(markedLetters(readingOf([{ a: 0.7, ä: 0.2 }, {}, { é: 0.9 }, {}, { r: 0.9 }]))).toBe(2);
  expect(markedLetters(readingOf([{ a: 0.9, ä: 0.05 }, {}, { r: 0.9 }]))).toBe(0);
});
