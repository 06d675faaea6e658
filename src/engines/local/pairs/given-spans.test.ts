import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { placesOn } from "#structure/labels/surroundings.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { fullNamesOn } from "./full-names.ts";
import { labelledOn } from "./labelled.ts";
import { nounsOf, properNamesIn } from "./proper-names.ts";

const sheetOf = (...lines: string[]) => {
  const [sheet] = sheetsOf(typedDocument(lines.join("\n")));
  if (!sheet) throw new Error("no page");
  return sheet;
};

function fullNames(...lines: string[]): string[] {
  const sheet = sheetOf(...lines);
  return fullNamesOn(placesOn(sheet), labelledOn(sheet).all)
    .spans()
    .map(({ raw }) => raw);
}

describe("names in boxes of their own", () => {
  test("are one name, first name first", () => {
    const page = ["Your first name and middle initial      Last name", "Kim                                     Example"];
    expect(fullNames(...page)).toEqual(["Kim Example"]);
  });

  test("are one name behind labels with a colon", () => {
    expect(fullNames("First name: Kim        Surname: Example")).toEqual(["Kim Example"]);
  });

  test.each([
    [["Last name             First name", "Example               Kim"]],
    [["First name            Date of birth", "Kim                   3 May 1990"]],
    [["First name            Last name            Town"]],
  ])("no other two texts are: %j", (page) => {
    expect(fullNames(...page)).toEqual([]);
  });
});

describe("names of organisations within lines", () => {
  const names = (line: string, ...nouns: string[]) =>
    sheetOf(line).cells.flatMap((cell) => properNamesIn(cell, nounsOf(nouns)).map(({ raw }) => raw));

  test("end with the word that the field asks for", () => {
    expect(names("Example Bank Member FDIC", "bank")).toContain("Example Bank");
  });

  test("end with their legal form", () => {
    expect(names("Write: Old Mill Bank, N.A. (163)", "bank")).toContain("Old Mill Bank, N.A.");
  });

  test("end at the comma before the next one", () => {
    expect(names("EXAMPLE BANK, N.A., OLD MILL BANK", "bank").filter((name) => name.includes("EXAMPLE"))).not.toContainEqual(
      expect.stringContaining("MILL"),
    );
  });

  test("begin with the word that the field asks for, in any language of the thesaurus", () => {
    expect(names("Issued 10.10.26 Pharmacie du Port, Quimper", "pharmacie")).toContain("Pharmacie du Port");
    expect(names("enrolled at the Hochschule Oderhaff as a student", "university")).toContain("Hochschule Oderhaff");
  });

  test("are no words of a sentence", () => {
    expect(names("please call your bank or visit us", "bank")).toEqual([]);
  });
});
