import { expect, test } from "vitest";
import { lineScores } from "#documents/testing/line-scores.ts";
import { mayHoldMoney } from "./left-out.ts";

const ALPHABET = ["", "1", "2", ",", "E", "x", " "];
/** Columns a step of the network is wide. */
const STEP = 8;

/** A line whose letters are a step each, with one step between them. `certainty`: of letters; `ink`: columns with ink behind them. */
function line(text: string, { certainty = 0.99, ink = 0 } = {}) {
  const steps = [...text].flatMap((sign) => [{ [sign]: /[Ex]/.test(sign) ? certainty : 0.99 }, {}]);
  const blank = Array.from({ length: STEP * steps.length }, (_, column) => column < STEP * steps.length - ink);
  const rectangle = { x: 0, y: 0, width: blank.length, height: 48, angle: 0 };
  return { rectangle, blank, reading: lineScores(ALPHABET, steps), words: [], mayBeMarked: false };
}

test("a currency sign may be where ink beside a number was not read", () => {
  expect(mayHoldMoney(line("12,12  "))).toBe(false);
  expect(mayHoldMoney(line("12,12  ", { ink: 20 }))).toBe(true);
});

test("ink beside a word is none", () => {
  expect(mayHoldMoney(line("12xxxx  ", { ink: 20 }))).toBe(false);
});

test("a single letter before or after a number may be one that was read as a letter, if it was read with doubt", () => {
  expect(mayHoldMoney(line("E12,12", { certainty: 0.6 }))).toBe(true);
  expect(mayHoldMoney(line("12,12E", { certainty: 0.6 }))).toBe(true);
  expect(mayHoldMoney(line("E12,12"))).toBe(false);
  expect(mayHoldMoney(line("xE12", { certainty: 0.6 }))).toBe(false);
});

test("a line without a figure holds none, however it was read", () => {
  expect(mayHoldMoney(line("xxE", { certainty: 0.6, ink: 16 }))).toBe(false);
});
