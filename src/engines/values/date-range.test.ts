import fc from "fast-check";
import { expect, test } from "vitest";
import { rangeStartsIn } from "./date-range.ts";

test.each([
  ["for the period July 1 - July 31 , 2014", "2014-07-01"],
  ["vom 01.07. bis 31.07.2014", "2014-07-01"],
  ["vom 01.07. - 31.07.2014", "2014-07-01"],
  ["du 1 juillet au 31 juillet 2014", "2014-07-01"],
  ["du 1er au 30 novembre 2026", "2026-11-01"],
  ["from 1 to 30 June 2026", "2026-06-01"],
  ["1.-30. Juni 2026", "2026-06-01"],
  ["1 - 31 July 2026", "2026-07-01"],
  ["between 4 May and 12 June 2026", "2026-05-04"],
  ["Dec 15 to Jan 14, 2022", "2021-12-15"],
])("%s begins on %s", (text, iso) => {
  expect(rangeStartsIn(text, true).map((each) => each.iso)).toEqual([iso]);
});

test.each(["Feb 29 - Mar 15, 1993", "July 1, 2014 - July 31, 2014", "Room 12 - July 31, 2014", "3.5 - 4 May 2014", "1 - 5"])(
  "%s has no day without a year",
  (text) => {
    expect(rangeStartsIn(text, true)).toEqual([]);
  },
);

test("a day comes not after the last one, and less than a year before it", () => {
  const day = fc.date({ min: new Date("1990-01-01"), max: new Date("2050-12-31"), noInvalidDate: true });
  const format = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
  fc.assert(
    fc.property(day, day, (first, last) => {
      const end = `${format.format(last)}, ${last.getUTCFullYear()}`;
      const [found] = rangeStartsIn(`${format.format(first)} - ${end}`, false);
      if (!found) return;
      const days = (last.getTime() - Date.parse(found.iso)) / 86_400_000;
      expect(days).toBeGreaterThanOrEqual(0);
      expect(days).toBeLessThan(367);
    }),
  );
});
