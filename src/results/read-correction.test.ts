import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { type DocumentLocale, localeOfText } from "#engines/values/locale.ts";
import type { FieldValue } from "./normalise/reading.ts";
import { openPatterns } from "./patterns.ts";
import { readCorrection } from "./read-correction.ts";

const NOWHERE = localeOfText("");
const read = (type: Field["type"], value: FieldValue, more: Partial<Field> = {}, locale: Partial<DocumentLocale> = {}) =>
  readCorrection({ name: "x", type, ...more }, value, { ...NOWHERE, ...locale }, openPatterns(1_000));
const KINDS = { enum: ["invoice", "credit note", "a, b"] };

describe("what a person may put in place of a value", () => {
  test.each<[Field["type"], FieldValue, FieldValue]>([
    ["string", "  Two \n words ", "Two words"],
    ["string", "007", "007"],
    ["address", "Weg 1\n12345 Ort", "Weg 1 12345 Ort"],
    ["number", 1190.5, 1190.5],
    ["number", "1.190,50", 1190.5],
    ["number", "-3", -3],
    ["integer", 12, 12],
    ["integer", "12", 12],
    ["percentage", 7.5, 7.5],
    ["percentage", "7,5 %", 7.5],
    ["currency", { amount: 1190, currency: "EUR" }, { amount: 1190, currency: "EUR" }],
    ["currency", { amount: 1190, currency: null }, { amount: 1190, currency: null }],
    ["currency", { amount: 1190 }, { amount: 1190, currency: null }],
    ["currency", "1.190,00 EUR", { amount: 1190, currency: "EUR" }],
    ["currency", "£12.50", { amount: 12.5, currency: "GBP" }],
    ["boolean", false, false],
    ["boolean", "ja", true],
    ["signature", "no", false],
    ["signature", true, true],
    ["date", "2026-04-03", "2026-04-03"],
    ["date", "3 April 2026", "2026-04-03"],
    ["datetime", "2026-04-03T14:05:00Z", "2026-04-03T14:05:00Z"],
    ["time", "2:05 pm", "14:05"],
    ["email", "ada@example.com", "ada@example.com"],
    ["phone", "+49 30 1234567", "+49301234567"],
    ["url", "https://example.com/a", "https://example.com/a"],
  ])("%s: %j is %j", (type, value, expected) => {
    expect(read(type, value)).toEqual({ value: expected });
  });

  test.each<[Field["type"]]>([["string"], ["currency"], ["date"], ["enum"]])("%s: null says that there is no value", (type) => {
    expect(read(type, null)).toEqual({ value: null });
  });

  test("options, one or several", () => {
    expect(read("enum", "Credit-Note", KINDS)).toEqual({ value: "credit note" });
    expect(read("multi_enum", "invoice, credit note, invoice", KINDS)).toEqual({ value: ["invoice", "credit note"] });
    expect(read("multi_enum", "a, b", KINDS)).toEqual({ value: ["a, b"] });
    expect(read("multi_enum", ["invoice", "invoice"], KINDS)).toEqual({ value: ["invoice"] });
    expect(read("multi_enum", [], KINDS)).toEqual({ value: [] });
  });

  test("an amount without a currency keeps the one it had", () => {
    const locale = { currency: "EUR" };
    expect(read("currency", "1.190,00", {}, locale)).toEqual({ value: { amount: 1190, currency: "EUR" } });
    expect(read("currency", 1190, {}, locale)).toEqual({ value: { amount: 1190, currency: "EUR" } });
    expect(read("currency", "$5.00", {}, locale)).toEqual({ value: { amount: 5, currency: null } });
    expect(read("currency", "100 dollars", {}, locale)).toEqual({ value: { amount: 100, currency: null } });
    expect(read("currency", { amount: 5, currency: null }, {}, locale)).toEqual({ value: { amount: 5, currency: null } });
  });

  test.each([
    ["100 TRY", "TRY"],
    ["usd 100", "USD"],
    ["XAF100", "XAF"],
    ["100 euros", "EUR"],
    ["US$ 100", "USD"],
  ])("a currency that is written counts, whatever it was before: %s", (words, currency) => {
    expect(read("currency", words, {}, { currency: "CHF" })).toEqual({ value: { amount: 100, currency } });
  });

  test("a currency code is accepted, also where it is an everyday word on a page", () => {
    expect(read("string", "TRY", { name: "currency" })).toEqual({ value: "TRY" });
  });

  test("the document's locale decides what could be read in two ways", () => {
    expect(read("number", "1.234", {}, { decimal: "," })).toEqual({ value: 1234 });
    expect(read("date", "03/04/2026", {}, { dayFirst: true })).toEqual({ value: "2026-04-03" });
  });
});

describe("what is refused, saying what is expected", () => {
  test.each<[Field["type"], FieldValue, RegExp]>([
    ["string", 7, /Enter a text/],
    ["string", "  ", /Enter a text/],
    ["string", ["a"], /Enter a text/],
    ["string", "x".repeat(10_001), /Enter a text/],
    ["number", "about twelve", /Enter a number/],
    ["number", true, /Enter a number/],
    ["number", Number.POSITIVE_INFINITY, /Enter a number/],
    ["integer", 1.5, /Enter a whole number/],
    ["integer", "1.5", /Enter a whole number/],
    ["percentage", {}, /Enter a percentage/],
    ["currency", "free", /1190.50 EUR/],
    ["currency", { amount: "5" }, /1190.50 EUR/],
    ["currency", { amount: 5, currency: "euro" }, /1190.50 EUR/],
    ["currency", { amount: 5, currency: "ZZZ" }, /1190.50 EUR/],
    ["currency", "5 ZZZ", /1190.50 EUR/],
    ["currency", { amount: 5, tax: 1 }, /1190.50 EUR/],
    ["boolean", "perhaps", /yes or no/],
    ["boolean", 1, /yes or no/],
    ["signature", "Ada", /Enter yes/],
    ["date", "soon", /2026-04-03/],
    ["date", "2026-02-30", /2026-04-03/],
    ["date", 20260403, /2026-04-03/],
    ["time", "noonish", /14:05/],
    ["email", "ada at example", /an e-mail address/],
    ["phone", "12", /a phone number/],
    ["url", "not a url", /a web address/],
    ["array", "a", /Only single values/],
  ])("%s: %j", (type, value, why) => {
    expect(read(type, value)).toEqual({ refused: expect.stringMatching(why) });
  });

  test("a value outside the options, which are listed; also one of several", () => {
    const refused = { refused: expect.stringContaining("invoice, credit note") };
    expect(read("enum", "banana", KINDS)).toEqual(refused);
    expect(read("multi_enum", "invoice, banana", KINDS)).toEqual(refused);
    expect(read("multi_enum", ["invoice", "Invoice"], KINDS)).toEqual(refused);
  });

  test("what can be read in two ways, naming both", () => {
    expect(read("number", "1.234")).toEqual({ refused: expect.stringMatching(/several ways: 1234 or 1\.234/) });
    expect(read("date", "03/04/2026")).toEqual({ refused: expect.stringMatching(/2026-0[34]-0[34] or 2026-0[34]-0[34]/) });
  });

  test("what breaks the field's own rules", () => {
    expect(read("string", "abc", { pattern: "^\\d+$" })).toEqual({ refused: expect.stringContaining("^\\d+$") });
    expect(read("number", 11, { minimum: 1, maximum: 10 })).toEqual({ refused: expect.stringContaining("from 1 up to 10") });
    expect(read("currency", { amount: 0.5 }, { minimum: 1 })).toEqual({ refused: expect.stringContaining("from 1") });
    expect(read("string", "c", { enum: ["a", "b"] })).toEqual({ refused: expect.stringContaining("a, b") });
  });

  test("a word that is no currency code does not become the document's own", () => {
    expect(read("string", "bananas", { name: "currency" }, { currency: "EUR" })).toEqual({ refused: expect.any(String) });
  });

  test.each<[Field["type"], string]>([
    ["number", "1190.50"],
    ["integer", "12"],
    ["percentage", "7.5 %"],
    ["currency", "1190.50 EUR"],
    ["boolean", "yes"],
    ["signature", "no"],
    ["date", "3 April 2026"],
    ["datetime", "2026-04-03T14:05"],
    ["time", "14:05"],
    ["email", "ada@example.com"],
    ["phone", "+49 30 1234567"],
    ["url", "https://example.com"],
  ])("%s: a person is asked to enter %s, which is accepted", (type, example) => {
    const { refused } = read(type, "§§") as { refused: string };
    expect(refused).toContain(example);
    expect(refused).not.toMatch(/[`{}]|null/);
    expect(read(type, example)).toHaveProperty("value");
  });
});
