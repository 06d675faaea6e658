import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findPeriod } from "./find-period.ts";

const ends = (text: string) => {
  const { start, end } = findPeriod(text)?.period ?? { start: undefined, end: undefined };
  const print = (date: typeof start | typeof end) => (date && date !== "present" ? [date.year, date.month] : date);
  return [print(start), print(end)];
};

describe("periods as résumés print them", () => {
  test.each([
    ["Jan 2019 – Present", [2019, 1], "present"],
    ["03/2017–12/2019", [2017, 3], [2019, 12]],
    ["2015 bis heute", [2015, null], "present"],
    ["since 2019", [2019, null], "present"],
    ["seit 03/2020", [2020, 3], "present"],
    ["Mar. 2010 - Aug. 2017", [2010, 3], [2017, 8]],
    ["2016-17", [2016, null], [2017, null]],
    ["Jan - Mar 2020", [2020, 1], [2020, 3]],
    ["Jan '19 – Feb '20", [2019, 1], [2020, 2]],
    ["04-09-2003 to 19-12-2007", [2003, 9], [2007, 12]],
    ["de marzo de 2015 a junio de 2018", [2015, 3], [2018, 6]],
    ["2019年3月 - 至今", [2019, 3], "present"],
    ["с марта 2015 по настоящее время", [2015, 3], "present"],
    ["20072013", [2007, null], [2013, null]],
    ["January 20XX - Current", null, "present"],
  ])("%s", (text, start, end) => {
    expect(ends(text)).toEqual([start, end]);
  });

  test("a word before a year that is no month is no part of it", () => {
    expect(findPeriod("Future Shop 2014")).toMatchObject({ from: 12, to: 16, single: true });
  });

  test.each(["Windows 95", "555-0123", "Room 12-14", ""])("%s has none", (text) => {
    expect(findPeriod(text)).toBeNull();
  });
});

const NAMES = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

test("whatever months and years are printed are read", () => {
  const date = fc.record({ year: fc.integer({ min: 1960, max: 2049 }), month: fc.integer({ min: 1, max: 12 }) });
  const print = fc.constantFrom(
    ({ year, month }: { year: number; month: number }) => `${NAMES[month - 1]} ${year}`,
    ({ year, month }: { year: number; month: number }) => `${NAMES[month - 1]?.slice(0, 3)}. ${year}`,
    ({ year, month }: { year: number; month: number }) => `${String(month).padStart(2, "0")}/${year}`,
  );
  const dash = fc.constantFrom(" - ", " – ", "–", " to ", " bis ");
  fc.assert(
    fc.property(date, fc.nat(400), print, dash, fc.constantFrom("", "Engineer, Globex, "), (start, months, as, mark, before) => {
      const count = start.year * 12 + start.month - 1 + months;
      const end = { year: Math.floor(count / 12), month: (count % 12) + 1 };
      const text = `${before}${as(start)}${mark}${as(end)}`;
      expect(findPeriod(text)).toMatchObject({ period: { start, end }, from: before.length, to: text.length });
    }),
  );
});

test("no text makes it fail", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[\d\s/.\-–'a-z]*$/), (a, b) => {
      const found = findPeriod(a + b);
      if (found) expect((a + b).slice(found.from, found.to)).toContain(found.period.raw);
    }),
  );
});

test("a word before a year that is no month is no part of the date", () => {
  expect(findPeriod("Universidade de Exemplo, 2017 – 2019")?.period.raw).toBe("2017 – 2019");
  expect(findPeriod("Curso, de marzo de 2019 a mayo de 2020")?.period.raw).toBe("de marzo de 2019 a mayo de 2020");
});
