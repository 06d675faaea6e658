import { expect, test } from "vitest";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import { withMarks } from "./marks.ts";

const at = (text: string, left: number, width = 60): PlacedWord => ({
  word: { text, box: { left, top: 10, right: left + width, bottom: 30 }, certainty: 0.9, source: "ocr", fontSize: 20, bold: false },
  turn: 0,
  run: 0,
});
const textsOf = (letters: PlacedWord[], marks: PlacedWord[]) => withMarks(letters, marks).map(({ word }) => word.text);

test("a word that differs only in its diacritics gets them from the other reading", () => {
  expect(textsOf([at("Maria", 0), at("Nünez", 80)], [at("María", 2), at("Núñez", 79)])).toEqual(["María", "Núñez"]);
  expect(textsOf([at("StraBe", 0)], [at("Straße", 1)])).toEqual(["Straße"]);
});

test("other letters stay as they are, and so does what was read elsewhere", () => {
  expect(textsOf([at("Total", 0), at("Maria", 200)], [at("Tota1", 0), at("María", 400)])).toEqual(["Total", "Maria"]);
});

test("a stroke that separates two values is not read as a 1", () => {
  expect(textsOf([at("1", 0, 6), at("1", 50, 6)], [at("|", 0, 6), at("1", 50, 6)])).toEqual(["|", "1"]);
});
