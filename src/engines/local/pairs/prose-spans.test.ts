import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { proseOn } from "#structure/labels/prose.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { answersIn } from "./prose-answers.ts";
import type { Shape } from "./span.ts";
import { spansOf } from "./spans.ts";
import { quotedIn } from "./within.ts";

function typed(...lines: string[]) {
  const [sheet] = sheetsOf(typedDocument(lines.join("\n")));
  if (!sheet) throw new Error("no page");
  return { sheet, prose: proseOn(sheet) };
}

function torn(shape: Shape, ...lines: string[]) {
  const { sheet, prose } = typed(...lines);
  const on = { sheet, isLabelled: () => false, years: { only: null, written: null }, next: prose.next };
  return sheet.cells.flatMap((cell) => spansOf(cell, shape, on)).filter((span) => span.lines === 2);
}

describe("a value that one line of running text begins and the next one ends", () => {
  test.each<[Shape, string, string, string]>([
    [
      "date",
      "The parties have agreed that this contract takes effect on 3",
      "March 2026 and ends when either of them says so in writing.",
      "3 March 2026",
    ],
    [
      "name",
      "Statement taken at the station by the officer on duty, Amrit",
      "Sandhu, who read it to the witness before it was signed.",
      "Amrit Sandhu",
    ],
    [
      "duration",
      "The tenant may end the lease at any time by a notice of three",
      "months in writing to the address of the landlord given above.",
      "three months",
    ],
  ])("is one %s", (shape, first, second, whole) => {
    const [span, ...more] = torn(shape, first, second);
    expect(more).toEqual([]);
    expect(span?.raw).toBe(whole);
    expect(span?.cell.text).toBe(first);
  });

  test("is none across two paragraphs", () => {
    expect(
      torn("date", "The parties have agreed on all of it on the day of 3", "", "March 2026 is the month in which the fee is due for it."),
    ).toEqual([]);
  });
});

test.each([
  ["papers to be known as the \u201cHarriet Lund Papers\u201d in the archive", ["Harriet Lund Papers"]],
  ['the boat, named "Tern", with all gear', ["Tern"]],
  ["the tenant's right and the owner's", []],
])("a name in quotation marks within %s", (text, names) => {
  const { sheet } = typed(text);
  expect(sheet.cells.flatMap(quotedIn).map(({ raw }) => raw)).toEqual(names);
});

test.each([
  ["The deposit that was paid at signing is not refundable after the first of June.", false],
  ["The deposit that was paid at signing is refundable until the first of June.", true],
  ["Die Kaution wird nach dem ersten Juni dieses Jahres nicht mehr erstattet.", false],
  ["The tenant can't keep a dog in any of the rooms of the flat.", false],
  ["There is nothing that the tenant may not keep in any of the rooms.", true],
])("a clause states or denies: %s", (text, answer) => {
  const { sheet, prose } = typed(text);
  expect(sheet.cells.flatMap((cell) => answersIn(cell, prose)).map((span) => span.answer)).toEqual([answer]);
});
