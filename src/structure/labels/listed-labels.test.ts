import { expect, test } from "vitest";
import { tokensOf } from "#language/fold.ts";
import { unitsOf } from "#language/thesaurus.ts";
import { listedIn } from "./listed-labels.ts";

const listed = (label: string): string[] => listedIn(unitsOf(tokensOf(label))).map((units) => units.join(" "));

test.each([
  ["Employer's name, address, and ZIP code", ["employer s name", "employer s address", "employer s @postal_code zip code"]],
  ["Name und Anschrift des Arbeitgebers", ["name des arbeitgebers", "anschrift des arbeitgebers"]],
])("%s is a label of each that it lists", (label, each) => {
  expect(listed(label)).toEqual(each);
});

test.each(["Invoice number", "Name of the bank", "Name", "Address of the holder of the account whose name is not printed"])(
  "%s lists nothing",
  (label) => {
    expect(listed(label)).toEqual([]);
  },
);
