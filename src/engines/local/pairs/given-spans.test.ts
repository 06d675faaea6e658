import { describe, expect, test } from "vitest";
import { wantedBy } from "#engines/local/leaves.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { nameTokens } from "#language/fold.ts";
import { placesOn } from "#structure/labels/surroundings.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { fullNamesOn } from "./full-names.ts";
import { labelledOn } from "./labelled.ts";
import { nounsOf, properNamesIn } from "./proper-names.ts";
import { asksPosition, positionsOn } from "./signers.ts";
import { asksTitle, titlesOn } from "./titles.ts";

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

describe("positions of those who sign", () => {
  const positions = (...lines: string[]) =>
    positionsOn(sheetOf(...Array.from({ length: 40 }, () => "Terms of the agreement."), ...lines)).map(({ raw }) => raw);

  test("stand below their names", () => {
    expect(positions("Sincerely,", "Kim B. Example", "Vice President, People")).toEqual(["Vice President, People"]);
  });

  test("stand behind their names", () => {
    expect(positions("By: Kim Example, Cashier and Secretary")).toEqual(["Cashier and Secretary"]);
    expect(positions("By Kim Example, its President")).toEqual(["President"]);
  });

  test("are no dates, places with figures or sentences", () => {
    expect(
      positions(
        "Kim Example",
        "12 May 2026",
        "Kim Example, 4 Mill Lane",
        "The parties agree, and so they sign this agreement here today now.",
      ),
    ).toEqual([]);
  });

  test.each([
    ["signatoryTitle", true],
    ["officer_position", true],
    ["signatory_function", true],
    ["title", false],
  ])("%s asks for one: %s", (name, asked) => {
    expect(asksPosition(nameTokens(name))).toBe(asked);
  });
});

describe("titles of documents", () => {
  const titles = (...lines: string[]) => {
    const sheet = sheetOf(...lines);
    return titlesOn(sheet, placesOn(sheet).isHeading).map(({ raw }) => raw);
  };

  test("are the headings at the head of the page", () => {
    const page = ["MUTUAL SECRECY AGREEMENT", "", "This agreement is made between Example Ltd and Old Mill Bank plc, both of Exampleton."];
    expect(titles(...page)).toEqual(["MUTUAL SECRECY AGREEMENT"]);
  });

  test.each([
    ["title", undefined, true],
    ["agreementTitle", undefined, true],
    ["documentType", "Heading of the document", true],
    ["title", "Position of the person who signs", false],
    ["job_title", undefined, false],
    ["signatory_title", undefined, false],
  ])("a field %s, %s, asks for one: %s", (name, description, asked) => {
    const { leaves } = wantedBy(asAsked({ fields: [{ name, type: "string", ...(description === undefined ? {} : { description }) }] }));
    expect(leaves.map(asksTitle)).toEqual([asked]);
  });
});
