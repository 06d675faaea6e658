import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { type DocumentLocale, localeOfText } from "#engines/values/locale.ts";
import { normalise } from "./normalise.ts";

const NOWHERE = localeOfText("");
const read = (type: Field["type"], raw: string, locale: Partial<DocumentLocale> = {}, more: Partial<Field> = {}, evidence = raw) =>
  normalise(raw, { field: { name: "x", type, ...more }, evidence, line: () => evidence, locale: { ...NOWHERE, ...locale } });
const value = (...args: Parameters<typeof read>) => read(...args)?.value ?? null;

test.each([
  ["Jan 2019", "2019-01"],
  ["03/2017 – present", "2017-03"],
  ["2015", "2015"],
  ["spring", null],
])("a date in the format year-month: %s is %s", (raw, iso) => {
  expect(value("date", raw, {}, { format: "year-month" })).toBe(iso);
});

test("a date is read in the order that the description says the page has", () => {
  const description = "DD/MM/YYYY on the receipt";
  expect(read("date", "02/03/2023", { dayFirst: false }, { description })).toMatchObject({ value: "2023-03-02", doubts: [] });
});

test("a whole number in one word is read in the document's languages", () => {
  expect(value("integer", "nine", { languages: ["en"] })).toBe(9);
  expect(value("integer", "vierzehn", { languages: ["en", "de"] })).toBe(14);
  expect(value("integer", "nine", { languages: ["fr"] })).toBeNull();
  expect(value("integer", "nine lives", { languages: ["en"] })).toBeNull();
});

test("a day without a year is of the year near to the letter's day", () => {
  const years = { only: null, written: "2025-11-20" };
  expect(value("date", "31 January", { years })).toBe("2026-01-31");
  expect(value("date", "1 June", { years })).toBeNull();
});

describe("values by type", () => {
  test.each<[Field["type"], string, unknown]>([
    ["string", "  Two \n words ", "Two words"],
    ["string", "007", "007"],
    ["string", "ＬＡＮ　１５型（２）", "LAN 15型(2)"],
    ["number", "1.190,00", 1190],
    ["number", "3 Piece", 3],
    ["number", "about", null],
    ["integer", "1.234", 1234],
    ["integer", "1.5", null],
    ["percentage", "20 %", 20],
    ["percentage", "7,5%", 7.5],
    ["currency", "€ 1.190,00", { amount: 1190, currency: "EUR" }],
    ["currency", "$5.00", { amount: 5, currency: null }],
    ["currency", "5.00", { amount: 5, currency: null }],
    ["boolean", "Ja", true],
    ["boolean", "☒", true],
    ["boolean", "☐", false],
    ["boolean", "No", false],
    ["boolean", "maybe", null],
    ["boolean", "☒ Yes", true],
    ["boolean", "☐ Yes", false],
    ["boolean", "☐ Yes ☒ No", false],
    ["boolean", "Insured? ☒ Yes ☐ No", true],
    ["boolean", "☐ Yes ☐ No", null],
    ["boolean", "☒ Call me back", true],
    ["boolean", "[ ] Call me back", false],
    ["date", "Leeds, 3 May 2024", "2024-05-03"],
    ["datetime", "2024-05-03 14:05", "2024-05-03T14:05:00"],
    ["datetime", "2024-05-03T14:05:09+0200", "2024-05-03T14:05:09+02:00"],
    ["datetime", "3 May 2024", "2024-05-03"],
    ["time", "2:05 pm", "14:05"],
    ["email", "ada@example.com", "ada@example.com"],
    ["email", "ada at example", null],
    ["email", "ada.o'connor@example.com", "ada.o'connor@example.com"],
    ["email", "ada [at] example [dot] com", "ada@example.com"],
    ["url", "www.example.com/a", "www.example.com/a"],
    ["url", "not a url", null],
    ["phone", "+49 30 1234567", "+49301234567"],
    ["phone", "030 1234567", "030 1234567"],
    ["signature", "/s/ Ada", true],
    ["address", "Weg 1\n12345 Ort", "Weg 1 12345 Ort"],
  ])("%s %j is %j", (type, raw, expected) => {
    expect(value(type, raw)).toEqual(expected);
  });

  test("dates and names of a machine-readable zone", () => {
    const line = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";
    expect(value("date", "740812", {}, { name: "date_of_birth" }, line)).toBe("1974-08-12");
    expect(value("date", "320415", {}, { name: "date_of_expiry" }, line)).toBe("2032-04-15");
    expect(value("date", "740812")).toBeNull();
    expect(value("string", "ANNA<MARIA")).toBe("ANNA MARIA");
  });

  test("a dollar is a US dollar only in a document that says so", () => {
    expect(value("currency", "$5.00", { currency: "USD" })).toEqual({ amount: 5, currency: "USD" });
    expect(value("currency", "$5.00", { currency: "EUR" })).toEqual({ amount: 5, currency: null });
    expect(value("currency", "5.00", { currency: "EUR" })).toEqual({ amount: 5, currency: "EUR" });
  });

  test("a field for the units of the amounts keeps the words for their scale, and gets a code where there is none", () => {
    expect(value("string", "thousands of euros", {}, { name: "currency_units" })).toBe("thousands of euros");
    expect(value("string", "€", {}, { name: "currency_units" })).toBe("EUR");
  });

  test("a field for the currency code gets the code of the sign", () => {
    expect(value("string", "12,00 €", {}, { name: "currency" })).toBe("EUR");
    expect(value("string", "$12.00", {}, { name: "currency" })).toBeNull();
  });

  test("a phone number becomes international when the document shows the country", () => {
    expect(value("phone", "030 1234567", { country: "DE" })).toBe("+49301234567");
  });

  test("options are found by spelling, case, initial and likeness", () => {
    const options = { enum: ["credit note", "invoice", "Male", "Female"] };
    expect(value("enum", "CREDIT-NOTE", {}, options)).toBe("credit note");
    expect(value("enum", "invoce", {}, options)).toBe("invoice");
    expect(value("enum", "F", {}, options)).toBe("Female");
    expect(value("enum", "banana", {}, options)).toBeNull();
    expect(value("multi_enum", "invoice, female", {}, options)).toEqual(["invoice", "Female"]);
  });

  test("an ambiguous number carries both readings", () => {
    expect(read("number", "1.234")?.doubts).toMatchObject([{ code: "ambiguous_number", candidates: [1234, 1.234] }]);
    expect(read("number", "1.234", { decimal: "." })).toMatchObject({ value: 1.234, doubts: [] });
  });

  test("a two-letter word never breaks a reader", () => {
    const types: Field["type"][] = [
      "string",
      "number",
      "integer",
      "percentage",
      "currency",
      "boolean",
      "date",
      "datetime",
      "time",
      "email",
      "phone",
      "url",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.string({ unit: "grapheme" }), (type, raw) => {
        expect(() => read(type, raw)).not.toThrow();
      }),
    );
  });
});
