import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wantedBy } from "#engines/local/leaves.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { addressPartsOn, partAskedBy } from "./address-parts.ts";

/** The parts of each address of a typed page. */
function partsIn(text: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  for (const sheet of sheetsOf(typedDocument(text)))
    for (const { part, value, address } of addressPartsOn(sheet)) found[address] = { ...found[address], [part]: value.raw };
  return found;
}

function asked(name: string): string | null {
  const { leaves } = wantedBy({ fields: [{ name, type: "string" }] });
  return leaves[0] ? partAskedBy(leaves[0]) : null;
}

describe("the parts of an address", () => {
  test.each([
    ["12 Quay Street\nSpringfield, IL 62701", { street: "12 Quay Street", city: "Springfield", state: "IL", zip: "62701" }],
    ["12 Quay Street, Springfield, IL 62701", { street: "12 Quay Street", city: "Springfield", state: "IL", zip: "62701" }],
    ["P.O. Box 14\nCarlton VIC 3053", { street: "P.O. Box 14", city: "Carlton", state: "VIC", zip: "3053" }],
    ["Hafenstraße 8\n24103 Kiel", { street: "Hafenstraße 8", city: "Kiel", zip: "24103" }],
    [
      "Residence: 12 Quay Street\n           Springfield, IL 62701",
      { street: "12 Quay Street", city: "Springfield", state: "IL", zip: "62701" },
    ],
    ["Residence: 12 Quay Street, Springfield, IL 62701", { street: "12 Quay Street", city: "Springfield", state: "IL", zip: "62701" }],
    ["Harbour House\nLondon SW1A 1AA", { city: "London", zip: "SW1A 1AA" }],
  ])("are its street, town, state and postal code: %s", (text, parts) => expect(partsIn(text)).toEqual([parts]));

  test("are told apart by address", () => {
    const text = "Muster Boats Ltd\n12 Quay Street\nSpringfield, IL 62701\n\n\n\nJana Muster\n7 Mole Road\nDayton, OH 45402";
    expect(partsIn(text).map(({ city }) => city)).toEqual(["Springfield", "Dayton"]);
  });

  test.each(["Order 62701 Springfield was sent", "2019 Ford", "Invoice 12345"])("are not found where there is none: %s", (text) =>
    expect(partsIn(text)).toEqual([]),
  );

  test("stand in the text, whatever it is", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("12", "Quay", "Street,", "Kiel", "24103", "IL", "SW1A", "1AA"), { minLength: 1, maxLength: 8 }),
        (words) => {
          const text = words.join(" ");
          for (const part of partsIn(text).flatMap((each) => Object.values(each))) expect(text).toContain(part);
        },
      ),
    ));
});

test.each([
  ["storeCity", "city"],
  ["zip_code", "zip"],
  ["shipping_postcode", "zip"],
  ["street_address", "street"],
  ["Home State", "state"],
  ["address", null],
  ["employer_state_id", null],
  ["state_file_number", null],
])("a field asks for a part by the last word of its name: %s", (name, part) => expect(asked(name)).toBe(part));
