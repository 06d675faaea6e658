import fc from "fast-check";
import { expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { unsigned } from "./unsigned.ts";

const field = (name: string, type: Field["type"] = "number"): Field => ({ name, type });

test.each([
  ["-$581.75", "$581.75"],
  ["(48.00)", "48.00"],
  ["\u22124,20 \u20ac", "4,20 \u20ac"],
  ["5,00-", "5,00"],
  ["581.75", "581.75"],
])("what is taken off is given without the sign of its print: %s", (raw, given) =>
  expect(unsigned(raw, field("discount_amount"))).toBe(given),
);

test("payments, fees and change are how much, unless the description speaks of the sign", () => {
  for (const name of ["payments_and_credits", "admin_fees", "advance_paid", "cash_change", "importe_pagado"])
    expect(unsigned("-442.18", field(name))).toBe("442.18");
  expect(unsigned("-442.18", { ...field("admin_fees"), description: "As a negative number" })).toBe("-442.18");
  expect(unsigned("-442.18", { ...field("levy"), description: "As a positive amount" })).toBe("442.18");
  expect(unsigned("-442.18", { ...field("discount"), description: "With its sign" })).toBe("-442.18");
  expect(unsigned("-442.18", { ...field("penalty"), description: "Amount taken off, without sign" })).toBe("442.18");
  expect(unsigned("-442.18", { ...field("levy"), description: "Without any minus sign" })).toBe("442.18");
  expect(unsigned("<6,250.>", field("deduction"))).toBe("6,250.");
  expect(unsigned("- 223", { ...field("credit_impot"), description: "Crédit, négatif" })).toBe("- 223");
  expect(unsigned("$24.12 CR", field("solar_credit"))).toBe("$24.12");
});

test("other fields keep what is printed", () =>
  fc.assert(
    fc.property(fc.string(), (raw) => {
      expect(unsigned(raw, field("balance"))).toBe(raw);
      expect(unsigned(raw, field("discount_code", "string"))).toBe(raw);
    }),
  ));
