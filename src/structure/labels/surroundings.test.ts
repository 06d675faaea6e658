import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { type Cell, type Sheet, sheetsOf } from "#structure/sheet.ts";
import { placesOn, type Surroundings } from "./surroundings.ts";

/** The texts around the cell with this text. */
function around(text: string, ...lines: string[]): Surroundings {
  const [sheet] = sheetsOf(typedDocument(lines.join("\n")));
  if (!sheet) throw new Error("no page");
  const cell = cellWith(text, sheet);
  return placesOn(sheet).around(cell, 0, cell.words.length, cell.box);
}

function cellWith(text: string, sheet: Sheet): Cell {
  const cell = sheet.cells.find((each) => each.text === text);
  if (!cell) throw new Error(`no cell: ${text}`);
  return cell;
}

const words = (around: Surroundings[keyof Surroundings]): string => around?.id ?? "";

describe("labels of a value", () => {
  test("past dots that lead to it", () => {
    const page = ["5   Total payments   .   .   .   .   .   .   1,111.00", "6   Balance due   .   .   .   .   .   .   .   11.00"];
    expect(words(around("11.00", ...page).left)).toContain("balance due");
  });

  test("in the line above, when a numbered label goes on", () => {
    const page = [
      "4   Estimate of tax       111.00",
      "5   Total payments        1,111.00",
      "6   Balance due. Subtract line 5 from line 4.",
      "    See instructions      11.00",
      "7   Amount paid           12.00",
    ];
    expect(words(around("11.00", ...page).left)).toContain("balance due");
  });

  test("above it in the same column of a form's boxes, wherever in the box the value stands", () => {
    const page = ["d Control number            10 Dependent care benefits", "            A1B2"];
    expect(words(around("A1B2", ...page).above)).toBe("d control number");
  });

  test("above the currency sign in front of it", () => {
    const page = ["Other income               Federal tax withheld", "$                  20.00   $                   4.00"];
    expect(words(around("20.00", ...page).above)).toBe("other income");
    expect(words(around("4.00", ...page).above)).toBe("federal tax withheld");
  });

  test("above the first line of a block, for each line of it", () => {
    const page = ["Employer", "Example Works Ltd", "12 Mill Lane", "Ballycreen"];
    expect(around("12 Mill Lane", ...page).head?.parts?.map(({ id }) => id)).toContain("employer");
  });

  test("is the heading above all columns too, beside the nearest text alone in its line", () => {
    const page = [
      "                                     Co-Applicant Information",
      "",
      "Name",
      "  Luna Example",
      "",
      "Date of birth      Gender       Marital status",
      "  2/29/2000        F            single",
    ];
    expect(around("2/29/2000", ...page).section?.parts?.map(({ id }) => id)).toContain("co applicant information");
  });
});
