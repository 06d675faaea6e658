import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { asAsked, dateFormOf, printDate, printedDayFirst, withoutUnasked } from "./asked-form.ts";

const text = (description: string, more: Partial<Field> = {}): Field => ({ name: "x", type: "string", description, ...more });

describe("the form of dates that a description asks for", () => {
  test.each([
    ["the start of cover in YYYY-MM-DD format.", "YYYY-MM-DD"],
    ["transaction date, yyyy-mm-dd", "YYYY-MM-DD"],
    ["Date of birth (DD/MM/YYYY)", "DD/MM/YYYY"],
    ["date as MM/DD/YY", "MM/DD/YY"],
    ["date as DD.MM.YYYY", "DD.MM.YYYY"],
    ["an ISO 8601 date", "YYYY-MM-DD"],
    ["the month, YYYY-MM", "year-month"],
    ["the date as printed, e.g. MM/DD/YYYY", null],
    ["printed as MM/DD/YYYY, give YYYY-MM-DD", null],
    ["DD/MM/YYYY on the receipt", null],
    ["the name of the city", null],
  ])("%s: %s", (description, form) => {
    expect(dateFormOf(text(description))).toBe(form);
  });

  test.each([
    ["DD/MM/YYYY on the receipt", true],
    ["printed as MM/DD/YYYY", false],
    ["in DD/MM/YYYY", null],
    ["the day of the sale", null],
  ])("%s says that the page prints the day first: %s", (description, is) => {
    expect(printedDayFirst(text(description))).toBe(is);
  });

  test("makes text fields date fields, at every level, and no others; twice is once", () => {
    const schema = {
      fields: [
        text("in YYYY-MM-DD format"),
        text("in YYYY-MM-DD format", { name: "kind", enum: ["a"] }),
        { name: "rows", type: "table" as const, fields: [text("date in DD/MM/YYYY")] },
      ],
    };
    const asked = asAsked(schema);
    expect(asked.fields).toMatchObject([
      { type: "date", format: "YYYY-MM-DD" },
      { type: "string" },
      { fields: [{ type: "date", format: "DD/MM/YYYY" }] },
    ]);
    expect(asAsked(asked)).toEqual(asked);
  });

  test.each([
    ["YYYY-MM-DD", "2026-04-03"],
    ["DD/MM/YYYY", "03/04/2026"],
    ["MM-DD-YY", "04-03-26"],
    ["YYYYMMDD", "20260403"],
    ["year-month", "2026-04-03"],
    [undefined, "2026-04-03"],
  ])("the third of April as %s is %s", (form, printed) => {
    expect(printDate("2026-04-03", form)).toBe(printed);
  });
});

describe("what a description asks to leave out", () => {
  test.each([
    ["the amount, without thousands separators", "1,234,567.50", "1234567.50"],
    ["the phone number, digits only", "+1 (555) 010-0199", "15550100199"],
    ["account number without spaces or dashes", "12 34-56", "123456"],
    ["rate without percent sign", "3.8 %", "3.8"],
    ["price without currency symbol", "€ 5.00", "5.00"],
    ["the reference, as printed", "A-1 2", "A-1 2"],
    ["the tenant, sin tratamiento", "Sra. Ana Example", "Ana Example"],
    ["employee, without title", "Mr. D. Example-Hale", "D. Example-Hale"],
    ["whom to call, name only", "Con Example (father)", "Con Example"],
    ["Name only", "Kim Example, 0491 570 156", "Kim Example"],
    ["Person who signed, without the title", "Kim Example-Tran, Managing Partner", "Kim Example-Tran"],
    ["Person who signed, without the title", "Kim Example, Jr.", "Kim Example, Jr."],
    ["Forwarder, name only", "Blue Example Freight LLC, Dubai", "Blue Example Freight LLC"],
    ["Forwarder, name only", "Example Freight, Inc.", "Example Freight, Inc."],
    ["Customer name without address", "Example Dairy Ltd, Mill Road, Newtown", "Example Dairy Ltd"],
    ["Name only", "EXAMPLE, KIM DEV", "EXAMPLE, KIM DEV"],
    ["Branch name without the code", "Main Road (universal code 990117)", "Main Road"],
    ["Branch name without the code", "Main Road (north)", "Main Road (north)"],
    ["Branch, by its no or number", "Main Road (990117)", "Main Road (990117)"],
    ["Invoice without VAT number", "Kim Example, 12 Quay Street", "Kim Example, 12 Quay Street"],
    ["employee", "Mr D. Example (deputy)", "Mr D. Example (deputy)"],
    ["digits only", "n/a", "n/a"],
  ])("%s: %s is %s", (description, printed, value) => {
    expect(withoutUnasked(printed, text(description))).toBe(value);
  });

  test("never leaves nothing, and adds nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (printed) => {
        const value = withoutUnasked(printed, text("digits only, without spaces and hyphens"));
        expect(value).not.toBe("");
        expect(printed.length).toBeGreaterThanOrEqual(value.length);
      }),
    );
  });
});
