import { toCardinal } from "n2words/en-US";
import { expect, test } from "vitest";
import { numberInWord } from "./number-words.ts";

test.each([
  ["nine", ["en"], 9],
  ["forty-five", ["en"], 45],
  ["vierzehn", ["de"], 14],
  ["fünf,", ["de"], 5],
  ["dix-huit", ["fr"], 18],
  ["sexton", ["sv"], 16],
])("%s in %j is %i", (word, languages, number) => {
  expect(numberInWord(word, languages)).toBe(number);
});

test("words of other languages, and articles, are no numbers", () => {
  expect(numberInWord("once", ["en"])).toBeNull();
  expect(numberInWord("once", ["es"])).toBe(11);
  expect(numberInWord("one", ["en"])).toBeNull();
  expect(numberInWord("un", ["fr"])).toBeNull();
  expect(numberInWord("nine", [])).toBeNull();
});

test("every number from two to ninety-nine is read back", () => {
  for (let number = 2; number < 100; number++) expect(numberInWord(toCardinal(number), ["en"])).toBe(number);
});
