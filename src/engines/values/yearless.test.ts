import fc from "fast-check";
import { expect, test } from "vitest";
import { cellDayIn, dayIn, daysIn, onlyYear, yearSignsOf } from "./yearless.ts";

const inYear = (only: number) => ({ only, written: null });

test.each([
  ["Besichtigung vom 15. Mai. Gerne", "15. Mai"],
  ["jusqu'au 17 avril, puis 19 €", "17 avril"],
  ["Open morning Saturday 9 May", "9 May"],
  ["or by March 3rd", "March 3rd"],
])("a day without a year in %s", (text, day) => {
  expect(daysIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([day]);
  expect(dayIn(text, inYear(2026), null)).toMatch(/^2026-0[345]-/);
});

test.each(["15 May 2026", "May 5, 2026", "3 may 26", "you may 5 times", "32 May", "12 Maple Street", "Mai 2026", "1/2"])(
  "%s has no day without a year",
  (text) => {
    expect(daysIn(text)).toEqual([]);
  },
);

test("in a column of dates a day stands in figures", () => {
  expect(cellDayIn("01/15")).toEqual({ start: 0, end: 5 });
  expect(dayIn("01/15", inYear(2026), false)).toBe("2026-01-15");
  expect(dayIn("15.01.", inYear(2026), null)).toBe("2026-01-15");
  expect(dayIn("01/05", inYear(2026), null)).toBeNull();
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
      expect(dayIn(printed, inYear(2024), null)).toBe(date.toISOString().slice(0, 10));
    }),
  ));

test.each([
  ["Example Ltd\nLeeds, 20 November 2025\nYour policy of 3 May 2023", "by 31 January", "2026-01-31"],
  ["Example Ltd\nLeeds, 20 November 2025\nYour policy of 3 May 2023", "on 12 October", "2025-10-12"],
  ["Example Ltd\nLeeds, 20 November 2025\nYour policy of 3 May 2023", "from 1 May", null],
  ["Date: 20 November 2025\nDue: 4 January 2026", "by 31 January", null],
])("a letter's days are near to its own: %j %s", (letter, text, day) => {
  expect(dayIn(text, yearSignsOf(letter), null)).toBe(day);
});
