import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { sheetsOf, textOf } from "#structure/sheet.ts";
import { type CellPart, labelledValues } from "./labelled-values.ts";

/** The labels of a typed page with their values, as texts; null for an empty field. */
function labelled(text: string): [string, string | null][] {
  const textIn = ({ cell, from, to }: CellPart): string => textOf(cell.words.slice(from, to));
  return sheetsOf(typedDocument(text))
    .flatMap((sheet) => labelledValues(sheet, new Set()))
    .map(({ label, value }) => [textIn(label), value && textIn(value)]);
}

describe("a label has its value", () => {
  test("behind a colon, in whatever language", () => {
    expect(labelled("Vessel: Aurora\nSchiffsführer: Jana Muster")).toEqual([
      ["Vessel:", "Aurora"],
      ["Schiffsführer:", "Jana Muster"],
    ]);
  });

  test("behind the value of another label on its line", () => {
    expect(labelled("Moored on: 3 May 2026 Berth of stay: 17b Keeper: Jana Muster")).toEqual([
      ["Moored on:", "3 May 2026"],
      ["Berth of stay:", "17b"],
      ["Keeper:", "Jana Muster"],
    ]);
    expect(labelled("Keeper: Jana Muster Home port: Kiel")).toEqual([
      ["Keeper:", "Jana Muster"],
      ["Home port:", "Kiel"],
    ]);
  });

  test("right of it, where several stand so", () => {
    const page = "Hull length        12 m\nDraught            2.1 m\nSail number        417";
    expect(labelled(page)).toEqual([
      ["Hull length", "12 m"],
      ["Draught", "2.1 m"],
      ["Sail number", "417"],
    ]);
  });

  test("below it, where several stand so", () => {
    expect(labelled("Hull length        Draught           Sail number\n12 m               2.1 m             417")).toEqual([
      ["Hull length", "12 m"],
      ["Draught", "2.1 m"],
      ["Sail number", "417"],
    ]);
  });

  test("or none: an empty field", () => {
    expect(labelled("Claim handler:\n\n\nBerth: 17b")).toEqual([
      ["Claim handler:", null],
      ["Berth:", "17b"],
    ]);
  });
});

test("a sentence and the lines of an address have no labels", () => {
  expect(labelled("Please moor before 18:30 and report to the office.")).toEqual([]);
  expect(labelled("Jana Muster\n12 Quay Road\n24103 Kiel\n\nOtto Beispiel\n14 Quay Road\n24103 Kiel")).toEqual([]);
});

test("a value goes on in the lines below, whichever way it is labelled", () => {
  const linesOf = (text: string) =>
    sheetsOf(typedDocument(text)).flatMap((sheet) => labelledValues(sheet, new Set()).map(({ more }) => more.map((cell) => cell.text)));
  const behind =
    "Deliver to: 73 Quarry Road\n            Ballycreen\n            A18 T741\nCollect from: 188 Station Road\n              Ballycreen\n              P08 C462";
  expect(linesOf(behind)).toEqual([
    ["Ballycreen", "A18 T741"],
    ["Ballycreen", "P08 C462"],
  ]);
  const beside =
    "Dwelling         191 Fernhill Drive\n                 Wexcombe\n                 FT9 9ZJ\nFloor area       38 m2\nBuilt            1916";
  expect(linesOf(beside)).toEqual([["Wexcombe", "FT9 9ZJ"], [], []]);
});
