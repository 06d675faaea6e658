import { expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { addressesIn } from "./line-addresses.ts";

const found = (line: string) =>
  sheetsOf(typedDocument(line)).flatMap(({ cells }) => cells.flatMap((cell) => addressesIn(cell).map(({ raw }) => raw)));

test.each([
  ["a Wisconsin corporation, 1525 Fox Bend Court, Neenah, WI 54956, agree as follows.", "1525 Fox Bend Court, Neenah, WI 54956"],
  ["2. Dwelling: 1416 Pinecone Ave, Unit B, Exampleton, Texas 75202", "1416 Pinecone Ave, Unit B, Exampleton, Texas 75202"],
  ["Shop address 118 Gawler Parade, Exampleton VIC 3053", "118 Gawler Parade, Exampleton VIC 3053"],
  ["of 12 Mill Lane, Exampleton EX4 1AA (the Tenant)", "12 Mill Lane, Exampleton EX4 1AA"],
  ["N.I.F. 99441820K C/ Olmo, 8 - 41999 Villamar de la Vega", "C/ Olmo, 8 - 41999 Villamar de la Vega"],
  ["Filiaal 2204 Lindeplein 5, 3999 Oudwijk", "Lindeplein 5, 3999 Oudwijk"],
])("the address in %j", (line, address) => {
  expect(found(line)).toContain(address);
});

test.each(["Paid on 12 May 2026 to Kim Example", "Invoice 44170 of 10115 pieces", "Total 12 Euro, 5000 Stück"])(
  "there is none in %j",
  (line) => {
    expect(found(line)).toEqual([]);
  },
);
