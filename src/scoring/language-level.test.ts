import { expect, test } from "vitest";
import { languageLevelOf } from "./language-level.ts";

test.each([
  ["Français : élémentaire", "a2"],
  ["Français (débutant)", "a1"],
  ["Français : langue maternelle", "native"],
  ["Deutsch: fließend", "c1"],
])("the level after a language's name is read: %s", (text, level) => {
  expect(languageLevelOf([{ text, from: 0, to: text.search(/[\s:]/) }]).name).toBe(level);
});
