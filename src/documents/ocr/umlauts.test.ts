import { expect, test } from "vitest";
import type { OcrWord } from "./ocr-engine.ts";
import { withUmlauts } from "./umlauts.ts";

const wordsOf = (text: string): OcrWord[] =>
  text.split(" ").map((each) => ({ text: each, certainty: 0.9, run: 0, box: { left: 0, top: 0, right: 1, bottom: 1 } }));
const textOf = (words: OcrWord[]) => words.map(({ text }) => text).join(" ");

test("circumflexes of a German text become umlauts", () => {
  expect(textOf(withUmlauts(wordsOf("Jôrg Mûller, geboren in Kôln, Ausbildung und Kenntnisse")))).toBe(
    "Jörg Müller, geboren in Köln, Ausbildung und Kenntnisse",
  );
});

test.each([
  "Jérôme, depuis 2019 chez Côte et Fils, formation pour les métiers",
  "Jérôme Müller, Ausbildung und Formation: et le la les des Kenntnisse",
  "Château, with nothing else to tell",
])("other texts stay as they are: %s", (text) => {
  const words = wordsOf(text);
  expect(withUmlauts(words)).toBe(words);
});
