import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Decimal, readNumber } from "./number.ts";

const LOCALES: [string, Decimal][] = [
  ["en-US", "."],
  ["de-DE", ","],
  ["fr-FR", ","],
  ["es-ES", ","],
  ["it-IT", ","],
  ["nl-NL", ","],
  ["pt-PT", ","],
  ["de-CH", "."],
  ["en-IN", "."],
];

describe("reading numbers", () => {
  test.each(LOCALES)("reads back every amount that %s prints", (locale, decimal) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: -1e10, max: 1e10 }), (cents) => {
        const value = cents / 100;
        expect(readNumber(format.format(value), decimal)?.value).toBeCloseTo(value, 6);
      }),
    );
  });

  test.each(LOCALES)("reads back every whole number that %s groups, when the decimal sign is known", (locale, decimal) => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (value) => {
        expect(readNumber(format.format(value), decimal)?.value).toBe(value);
      }),
    );
  });

  test.each([
    ["1.190,00", 1190],
    ["1,190.00", 1190],
    ["1 190,00", 1190],
    ["1'190.00", 1190],
    ["1,19,000", 119000],
    ["1,19,000.50", 119000.5],
    ["(12.50)", -12.5],
    ["<6,250.>", -6250],
    ["12.50-", -12.5],
    ["-12,50", -12.5],
    ["−12,50 €", -12.5],
    ["12.50 CR", -12.5],
    ["€ 1.190,00", 1190],
    ["1.190,00 EUR", 1190],
    ["$1,190.00", 1190],
    ["US$ 3", 3],
    ["19 %", 19],
    [".75", 0.75],
    ["1234567.89", 1234567.89],
    ["100,-", 100],
  ])("reads %s", (printed, value) => {
    expect(readNumber(printed, null)?.value).toBe(value);
  });

  test.each(["", "abc", "12 abc", "1.2.3", "2020-01-31", "12/50", "1,2,3", "A12", "(12", "12)", "<12", "12>"])(
    "%j is no number",
    (printed) => {
      expect(readNumber(printed, null)).toBeNull();
    },
  );

  test("1.234 is decided by the decimal sign of the document, and ambiguous without one", () => {
    expect(readNumber("1.234", ".")).toEqual({ value: 1.234, other: null });
    expect(readNumber("1.234", ",")).toEqual({ value: 1234, other: null });
    expect(readNumber("1.234", null)).toEqual({ value: 1234, other: 1.234 });
  });

  test("an amount of money with three digits behind its only sign is in thousands", () => {
    expect(readNumber("€ 1.234", null, true)).toEqual({ value: 1234, other: null });
  });

  test("never throws and never gives a value that is not finite", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,'() -+€$EUR%CRx") }), (text) => {
        const read = readNumber(text, null);
        expect(read === null || Number.isFinite(read.value)).toBe(true);
      }),
    );
  });
});
