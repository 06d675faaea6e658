import { expect, test } from "vitest";
import type { Word } from "#documents/document.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { markPlaces } from "./places.ts";

const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(" ");

/** Of each box of a line its question, its label and whether it is ticked. */
const places = (line: string) =>
  typedDocument(line).pages.flatMap((page) =>
    markPlaces(page).map(({ mark, label, question }) => `${textOf(question)} ${textOf(label)} ${mark.checked ? "x" : "-"}`),
  );

test.each([
  [
    "behind words that are no yes or no",
    "Do you smoke? [x] Never [ ] Former [ ] Current  Do you need antibiotics? [ ] Yes [x] No",
    [
      "Do you smoke? Never x",
      "Do you smoke? Former -",
      "Do you smoke? Current -",
      "Do you need antibiotics? Yes -",
      "Do you need antibiotics? No x",
    ],
  ],
  [
    "behind a sentence",
    "Copy of report: [x] please send me a copy. May we contact your employer? [ ] yes [x] no",
    ["Copy of report: please send me a copy. x", "May we contact your employer? yes -", "May we contact your employer? no x"],
  ],
  [
    "in other languages",
    "Familienstand: [x] ledig [ ] verheiratet Haben Sie Kinder? [ ] ja [x] nein",
    ["Familienstand: ledig x", "Familienstand: verheiratet -", "Haben Sie Kinder? ja -", "Haben Sie Kinder? nein x"],
  ],
])("a further question of a line begins %s, and its boxes belong to it", (_, line, found) => expect(places(line)).toEqual(found));

test("yes and no before their boxes answer the question before them", () => {
  expect(places("Storage permitted: Yes [ ] No [x]   Own phone: Yes [x] No [ ]")).toEqual([
    "Storage permitted: Yes -",
    "Storage permitted: No x",
    "Own phone: Yes x",
    "Own phone: No -",
  ]);
});
