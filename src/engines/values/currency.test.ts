import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { currencyIn, stripCurrency } from "./currency.ts";
import { localeOf } from "./locale.ts";
import { readTime } from "./time.ts";

describe("currencies", () => {
  test.each([
    ["1.190,00 €", "EUR"],
    ["£5", "GBP"],
    ["US$ 3", "USD"],
    ["CHF 10.00", "CHF"],
    ["$5.00", null],
    ["¥500", null],
    ["120 kr", null],
    ["VAT 19", null],
    ["12 zł", "PLN"],
  ])("%s names %s", (text, code) => {
    expect(currencyIn(text)).toBe(code);
  });

  test("is taken off an amount, other words are not", () => {
    expect(stripCurrency("€ 5")).toBe("5");
    expect(stripCurrency("5 EUR")).toBe("5");
    expect(stripCurrency("VAT 5")).toBe("VAT 5");
  });
});

describe("what a document shows about its values", () => {
  test.each([
    ["Tel. 605-555-0166\nVisit 7-12-19", false],
    ["Call (605) 555-0166\nVisit 7-12-19", false],
    ["IBAN DE89 3704 0044 0532 0130 00\nSeneca SC 29678 ABA 021900993\nValue 10/02/2026", false],
    ["IBAN DE89 3704 0044 0532 0130 00\nValue 10/02/2026", true],
  ])("a phone number or bank of North America tells the order of its dates: %s", (page, dayFirst) =>
    expect(localeOf(typedDocument(page)).dayFirst).toBe(dayFirst),
  );

  test("the points in the VAT number of a company do not make the comma a decimal sign", () => {
    expect(localeOf(typedDocument("VAT BE 0999.118.442\nNet 1,980.15\nWeight 11,840 kg")).decimal).toBe(".");
  });

  test("an unambiguous date settles the order of the others", () => {
    expect(localeOf(typedDocument("Start 03/04/2024\nEnd 25/04/2024")).dayFirst).toBe(true);
    expect(localeOf(typedDocument("Start 03/04/2024\nEnd 04/25/2024")).dayFirst).toBe(false);
    expect(localeOf(typedDocument("Start 03/04/2024")).dayFirst).toBeNull();
  });

  test("an American document prints the month first", () => {
    expect(localeOf(typedDocument("Authorized to work in the U.S.? Yes\nStart 03/04/2024")).dayFirst).toBe(false);
  });

  test("decimals: a number with two separators alike tells that the other sign parts decimals", () => {
    expect(localeOf(typedDocument("Balance 1,250,000\nRate 12,50")).decimal).toBe(".");
    expect(localeOf(typedDocument("Saldo 1.250.000\nSatz 12.50")).decimal).toBe(",");
  });

  test("language, decimal sign, currency and country of a German invoice", () => {
    const text =
      "Rechnung\nDer Betrag ist bis zum 01.02.2024 zu zahlen und von der Summe\nGesamt 1.190,00 EUR\nNetto 1.000,00 EUR\nDeutschland";
    expect(localeOf(typedDocument(text))).toMatchObject({
      languages: ["de"],
      decimal: ",",
      dayFirst: true,
      currency: "EUR",
      country: "DE",
    });
  });

  test("no word and no abbreviation is taken for a currency", () => {
    for (const text of ["FORM 1099-B\nForm 10 of 12", "SSP 3 days 112.12\nSSP 28.50", "SCR-040 7.50", "DRENCH SHP 1L 74.00"])
      expect(localeOf(typedDocument(text)).currency, text).toBeNull();
    expect(localeOf(typedDocument("Total RM 303.90")).currency).toBe("MYR");
    expect(localeOf(typedDocument("KES 1,200.00\nKES 300.00\nTotal KES 1,500.00")).currency).toBe("KES");
  });

  test("a dollar sign alone names no currency", () => {
    expect(localeOf(typedDocument("Total $5.00")).currency).toBeNull();
  });
});

describe("times", () => {
  test.each([
    ["17:55", "17:55"],
    ["5:55 PM", "17:55"],
    ["12:05 am", "00:05"],
    ["14.30 Uhr", "14:30"],
    ["9 pm", "21:00"],
    ["8:01:11 PM", "20:01:11"],
    ["no time", null],
  ])("%s is %s", (printed, time) => {
    expect(readTime(printed)).toBe(time);
  });
});
