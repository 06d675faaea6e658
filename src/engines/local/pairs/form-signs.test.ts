import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { isMentioned, numberingOf } from "#structure/labels/numbering.ts";
import { placesOn } from "#structure/labels/surroundings.ts";
import { type Sheet, sheetsOf } from "#structure/sheet.ts";
import { rangePlace } from "./ranges.ts";
import { spansOf } from "./spans.ts";
import { unlabelledOn } from "./unlabelled.ts";

function sheet(text: string): Sheet {
  const [first] = sheetsOf(typedDocument(text));
  if (!first) throw new Error("no page");
  return first;
}

describe("numbers of a form's lines", () => {
  const FORM = `1    Wages and salaries      1     30,262
2a   Interest                2a    1,100
3    Dividends               3     250
4b   Other income            4b    12`;

  test("are those that ascend beneath each other, at both sides of the label, and no values", () => {
    const numbers = [...numberingOf(sheet(FORM))].map(([cell, number]) => [cell.text, number]).sort();
    expect(numbers).toEqual(["1", "1", "2a", "2a", "3", "3", "4b", "4b"].map((each) => [each, each]));
  });

  test("tell the line of a value", () => {
    const page = sheet(FORM);
    const { numberOf } = placesOn(page);
    expect(page.lines.map((line) => numberOf(line.at(-1) as never))).toEqual(["1", "2a", "3", "4b"]);
  });

  test("are not the figures of a column in any order", () => {
    expect(numberingOf(sheet("Apples    7\nPears     3\nPlums     9\nNuts      1\nFigs      4")).size).toBe(0);
  });

  test("part labels that run together in a line", () => {
    const [line] = sheet("16 State wages 17 State income tax 18 Local wages").lines;
    expect(line?.map(({ text }) => text)).toEqual(["16 State wages", "17 State income tax", "18 Local wages"]);
    expect(sheet("12 Park Street 3 Floors").lines[0]).toHaveLength(1);
  });
});

test.each([
  ["Subtract line 5 from line 3", ["5", "3"]],
  ["Add lines 25a, 26, and 32", ["25a,", "26,", "32"]],
  ["(Form 8888) is attached", ["8888)"]],
  ["Online 5 days, total 37", []],
  ["Total items 5", []],
  ["Zeile 12 minus Zeile 9", ["12", "9"]],
])("in %j the numbers that the sentence speaks of are %j", (text, numbers) => {
  const [cell] = sheet(text).cells;
  const { words } = cell as NonNullable<typeof cell>;
  expect(words.flatMap(({ text: word }, i) => (isMentioned({ words } as never, i) ? [word] : []))).toEqual(numbers);
});

describe("the texts around a value", () => {
  const around = (text: string, value: string) => {
    const page = sheet(text);
    const cell = page.cells.find((each) => each.text === value);
    if (!cell) throw new Error(`no ${value}`);
    return placesOn(page).around(cell, 0, cell.words.length, cell.box);
  };

  test("have the label beneath it, as on the line of a signature", () => {
    expect(around("Eduardo Sample\nPrint name of signer", "Eduardo Sample").below?.id).toBe("print name of signer");
  });

  test("have both languages of a label as parts", () => {
    expect(around("Place of birth / Lieu de naissance     Zagreb", "Zagreb").left?.parts?.map(({ id }) => id)).toEqual([
      "place of birth",
      "lieu de naissance",
    ]);
  });

  test("have a label's lines together when only the label goes on", () => {
    expect(around("Interest that was paid to     55.00\nforeign lenders", "55.00").left?.id).toBe(
      "interest that was paid to foreign lenders",
    );
  });
});

test("a name in the letter head and one above a street and postal code are found without labels", () => {
  const { names, addresses } = unlabelledOn(sheet("Green Plastics AG\n\n\nJane Sample\n12 Park Street\n10115 Berlin\n\n\nDear Jane,"));
  expect(names().map(({ raw }) => raw)).toEqual(expect.arrayContaining(["Green Plastics AG", "Jane Sample"]));
  expect(addresses().map(({ raw }) => raw)).toContain("12 Park Street 10115 Berlin");
});

test("the dates of a period are its begin and its end", () => {
  const page = sheet("Period   1 May 2024 – 31 May 2024");
  const dates = page.cells.flatMap((cell) =>
    spansOf(cell, "date", { sheet: page, isLabelled: () => false, years: { only: null, written: null } }),
  );
  expect(dates.map((span) => rangePlace(span, page))).toEqual([1, -1]);
});
