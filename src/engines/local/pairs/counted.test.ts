import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { placesOn } from "#structure/labels/surroundings.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { asksMeasure, asksShare, isCounted } from "./counted.ts";

function counted(page: string, words: readonly string[]): string[] {
  const [sheet] = sheetsOf(typedDocument(page));
  if (!sheet) throw new Error("no page");
  const places = placesOn(sheet);
  return sheet.cells.filter((cell) => isCounted(cell, places, "amount", words)).map(({ text }) => text);
}

describe("numbers of a row beside its sum", () => {
  const payslip = `Payments          Units       Rate        Amount
Basic pay         162.50      18.40       2,990.00
Overtime          6.00        27.60       165.60`;

  test("are counts and rates by the heads of their columns", () => {
    expect(counted(payslip, ["overtime", "pay"])).toEqual(["162.50", "18.40", "6.00", "27.60"]);
  });

  test("are values where the field asks for one of them, or no sum stands beside them", () => {
    expect(counted(payslip, ["overtime", "hours"])).toEqual([]);
    expect(counted("Payments          Units       Grade\nBasic pay         162.50      4", ["basic", "pay"])).toEqual([]);
  });
});

test.each([
  ["mileage_kwh", true],
  ["numberOfGuests", true],
  ["discount_percent", true],
  ["price_per_day", false],
  ["day_fee", false],
  ["total", false],
])("%s asks for a measure: %s", (name, is) => expect(asksMeasure(name)).toBe(is));

test.each([
  ["discount_percent", true],
  ["vat_rate", true],
  ["interestRate", true],
  ["vat_amount", false],
  ["rent", false],
])("%s asks for a share: %s", (name, is) => expect(asksShare({ kind: "number", field: { name, type: "number" } })).toBe(is));
