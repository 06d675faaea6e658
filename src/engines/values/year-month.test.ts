import { expect, test } from "vitest";
import { printYearMonth, readYearMonth } from "./year-month.ts";

test.each([
  ["Jan 2019", "2019-01"],
  ["03/2017", "2017-03"],
  ["2017-03", "2017-03"],
  ["15.03.2019", "2019-03"],
  ["2019年3月", "2019-03"],
  ["Spring 2018", "2018-04"],
  ["марта 2015", "2015-03"],
  ["Jan '19", "2019-01"],
  ["2015", "2015"],
])("%s is %s", (printed, iso) => {
  const read = readYearMonth(printed);
  expect(read && printYearMonth(read)).toBe(iso);
});

test("a text without a year is no date", () => {
  expect(readYearMonth("March")).toBeNull();
});
