import { expect, test } from "vitest";
import { lineScores } from "#documents/testing/line-scores.ts";
import { lettersOf } from "./decode.ts";

const ALPHABET = ["", "a", "ä", "á", "b", "(", " "];

const readingOf = (steps: Parameters<typeof lineScores>[1]) => lineScores(ALPHABET, steps);
const textOf = (...how: Parameters<typeof lettersOf>) => lettersOf(...how).letters.map(({ text }) => text);

test("a letter seen in several steps is one, and the same letter after a gap another", () => {
  expect(textOf(readingOf([{ a: 0.9 }, { a: 0.8 }, {}, { a: 0.9 }, { b: 0.9 }]))).toEqual(["a", "a", "b"]);
});

test("letters that the language does not have are never read; the next likely letter is", () => {
  const reading = readingOf([{ á: 0.5, ä: 0.4 }, {}, { b: 0.9 }]);
  expect(textOf(reading)).toEqual(["á", "b"]);
  expect(textOf(reading, /á/)).toEqual(["ä", "b"]);
});

test("between two letters the highest probability of a space is given, even where another sign was more likely", () => {
  const { pairs } = lettersOf(readingOf([{ a: 0.9 }, { " ": 0.3 }, { b: 0.9 }, {}, { a: 0.8 }]));
  expect(pairs.map(({ before, after, space }) => [before.text, after.text, Number(space.toFixed(2))])).toEqual([
    ["a", "b", 0.3],
    ["b", "a", 0],
  ]);
});

test("signs that the networks tend to omit are read at a low probability, letters are not", () => {
  expect(textOf(readingOf([{ "(": 0.2 }, { a: 0.9 }, {}, { b: 0.2 }]))).toEqual(["(", "a"]);
});
