import fc from "fast-check";
import { expect, test } from "vitest";
import { cellDayIn, dayInYear, daysIn, onlyYear } from "./yearless.ts";

test.each([
  ["Besichtigung vom 15. Mai. Gerne", "15. Mai"],
  ["jusqu'au 17 avril, puis 19 €", "17 avril"],
  ["Open morning Saturday 9 May", "9 May"],
  ["or by March 3rd", "March 3rd"],
])("a day without a year in %s", (text, day) => {
  expect(daysIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([day]);
  expect(dayInYear(text, 2026, null)).toMatch(/^2026-0[345]-/);
});

test.each(["15 May 2026", "May 5, 2026", "3 may 26", "you may 5 times", "32 May", "12 Maple Street", "Mai 2026", "1/2"])(
  "%s has no day without a year",
  (text) => {
    expect(daysIn(text)).toEqual([]);
  },
);

test("in a column of dates a day stands in figures", () => {
  expect(cellDayIn("01/15")).toEqual({ start: 0, end: 5 });
  expect(dayInYear("01/15", 2026, false)).toBe("2026-01-15");
  expect(dayInYear("15.01.", 2026, null)).toBe("2026-01-15");
  expect(dayInYear("01/05", 2026, null)).toBeNull();
});

test.each([
  ["born 3 May 1984; paid 12 June 2026 and 01.07.26", 2026],
  ["31 December 2025 to 2 January 2026", null],
  ["Act of 1998, section 4", null],
  ["", null],
])("the only year of the dates in %j is %s", (text, year) => {
  expect(onlyYear(text)).toBe(year);
});

test("a day of the year is read back as itself", () =>
  fc.assert(
    fc.property(fc.date({ min: new Date("2024-01-01"), max: new Date("2024-12-31"), noInvalidDate: true }), (date) => {
      const printed = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }).format(date);
      expect(dayInYear(printed, 2024, null)).toBe(date.toISOString().slice(0, 10));
    }),
  ));
