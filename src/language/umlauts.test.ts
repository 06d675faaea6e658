import { expect, test } from "vitest";
import { nameTokens, tokensOf } from "./fold.ts";
import { meaningsOf, unitsOf } from "./thesaurus.ts";

test.each([
  ["kaeufer", "Käufer"],
  ["zubehoer", "Zubehör"],
  ["uebergabe", "Übergabe"],
  ["beloeb", "Beløb"],
  ["oplata", "Opłata"],
  ["strasse", "Straße"],
])("%s, as a schema has it, is %s of a page", (name, printed) => {
  expect(unitsOf(nameTokens(name))).toEqual(unitsOf(tokensOf(printed)));
});

test("a name with two letters for an umlaut means the same", () => {
  expect(meaningsOf("kaeufer")).toContain("buyer");
});

test.each(["steuer", "neue", "quelle", "value", "does", "poet", "due"])("%s has no umlaut", (word) => {
  expect(unitsOf([word])).toEqual([word]);
});
