import { expect, test } from "vitest";
import { wantedBy } from "#engines/local/leaves.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { entryAsked, numberedOn } from "./licence-numbers.ts";

const LICENCE = [
  "DRIVING LICENCE",
  "1. EXAMPLE",
  "2. KIM",
  "3. 12.03.1987 EXAMPLETON",
  "4a. 01.02.2020 4c. Town of Exampleton",
  "4b. 31.01.2030",
  "5. 99441820",
];
const numbers = (...lines: string[]) =>
  sheetsOf(typedDocument(lines.join("\n"))).flatMap((sheet) => [...numberedOn(sheet)].map(([number, { raw }]) => [number, raw]));

test("the entries of a licence stand behind their numbers", () => {
  expect(numbers(...LICENCE)).toEqual(
    expect.arrayContaining([
      ["1", "EXAMPLE"],
      ["2", "KIM"],
      ["4b", "31.01.2030"],
      ["4c", "Town of Exampleton"],
    ]),
  );
});

test("a list with numbers is no licence", () => {
  expect(numbers("1. Flour", "2. Milk", "3. Eggs", "5. Salt", "8. Bread", "9. Tea")).toEqual([]);
});

test.each([
  ["last_name", "string", "1"],
  ["givenNames", "string", "2"],
  ["date_of_birth", "date", "3"],
  ["placeOfBirth", "string", "3"],
  ["date_of_issue", "date", "4a"],
  ["expiry_date", "date", "4b"],
  ["issuing_authority", "string", "4c"],
  ["licence_number", "string", "5"],
  ["total", "string", undefined],
])("a field %s, %s, asks for number %s", (name, type, number) => {
  const { leaves } = wantedBy(asAsked({ fields: [{ name, type: type as "string" }] }));
  expect(leaves.map((leaf) => entryAsked(leaf)?.number)).toEqual([number]);
});
