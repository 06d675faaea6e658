import { expect, test } from "vitest";
import { lineScores } from "#documents/testing/line-scores.ts";
import { mayHoldStroke, withStrokes } from "./strokes.ts";

const box = (left: number) => ({ left, top: 0, right: left + 10, bottom: 20 });
const word = (text: string, left: number, certainty: number) => ({ text, box: box(left), certainty });

function line(...words: ReturnType<typeof word>[]) {
  const rectangle = { x: 0, y: 0, width: 300, height: 20, angle: 0 };
  return { rectangle, words, reading: lineScores(["", "l"], [{}]), blank: [], mayBeMarked: false };
}

test("a stroke between words that was read as a letter becomes one, where the plain alphabet saw it", () => {
  const read = line(word("Müller", 0, 0.99), word("I", 100, 0.7), word("1", 200, 0.99));
  const plain = line(word("Muller", 0, 0.99), word("|", 101, 0.9), word("|", 201, 0.9));
  expect(mayHoldStroke(read)).toBe(true);
  expect(withStrokes(read, plain).words.map(({ text }) => text)).toEqual(["Müller", "|", "1"]);
});

test("a figure or letter that was read with certainty is none, nor is a line's only word", () => {
  expect(mayHoldStroke(line(word("Menge", 0, 0.99), word("1", 100, 0.97)))).toBe(false);
  expect(mayHoldStroke(line(word("l", 0, 0.5)))).toBe(false);
});
