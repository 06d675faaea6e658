import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isoDate, matchDate, readDate } from "./date.ts";

const days = fc.date({ min: new Date("1961-01-01T00:00:00Z"), max: new Date("2059-12-31T00:00:00Z"), noInvalidDate: true });
const isoOf = (date: Date) => date.toISOString().slice(0, 10);

describe("reading dates", () => {
  test.each(["en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "pt-PT"])(
    "reads back every long date that %s prints",
    (locale) => {
      const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
      fc.assert(
        fc.property(days, (date) => {
          expect(readDate(format.format(date), null)?.iso).toBe(isoOf(date));
        }),
      );
    },
  );

  test.each([
    ["12 01 2026", "2026-01-12"],
    ["19041968", "1968-04-19"],
    ["1 września 2026 r.", "2026-09-01"],
    ["29. Juni 26, 14 Uhr", "2026-06-29"],
    ["24 AGO/AUG 1996", "1996-08-24"],
    ["05 DÉC. / DEC 31", "2031-12-05"],
    ["13 LIP/JUL 2006", "2006-07-13"],
    ["14 JAN LJAN 13", "2013-01-14"],
    ["5 de mayo del 2026", "2026-05-05"],
  ])("%s is %s", (text, iso) => {
    expect(readDate(text, true)?.iso).toBe(iso);
  });

  test.each(["29. Juni, 14 Uhr", "29 juin 14h30", "44107728", "24 AGO/SEP 1996"])("%s is no date with a year", (text) => {
    expect(readDate(text, true)).toBeNull();
  });

  test.each([
    ["de-DE", true],
    ["en-GB", true],
    ["fr-FR", true],
    ["nl-NL", true],
    ["en-US", false],
  ])("reads back every numeric date of %s once the order is known", (locale, dayFirst) => {
    const format = new Intl.DateTimeFormat(locale, { year: "numeric", month: "2-digit", day: "2-digit", timeZone: "UTC" });
    fc.assert(
      fc.property(days, (date) => {
        expect(readDate(format.format(date), dayFirst)?.iso).toBe(isoOf(date));
      }),
    );
  });

  test.each([
    ["2024-03-05", "2024-03-05"],
    ["2024/3/5", "2024-03-05"],
    ["20240305", "2024-03-05"],
    ["05.03.24", "2024-03-05"],
    ["5. März 2024", "2024-03-05"],
    ["1er mars 2020", "2020-03-01"],
    ["5 de marzo de 2020", "2020-03-05"],
    ["3rd day of August, 2009", "2009-08-03"],
    ["Sept. 9, 2021", "2021-09-09"],
    ["05-Mar-18", "2018-03-05"],
    ["05MAR2018", "2018-03-05"],
    ["Monday, June 3, 2024", "2024-06-03"],
    ["31/12/99", "1999-12-31"],
  ])("reads %s", (printed, iso) => {
    expect(readDate(printed, null)).toEqual({ iso, other: null });
  });

  test("day and month stay open when both orders exist and nothing decides", () => {
    expect(readDate("03/04/2026", null)).toEqual({ iso: "2026-04-03", other: "2026-03-04" });
    expect(readDate("03/04/2026", false)).toEqual({ iso: "2026-03-04", other: null });
    expect(readDate("25/04/2026", null)).toEqual({ iso: "2026-04-25", other: null });
  });

  test.each(["31.02.2024", "2024-13-01", "12.5", "1.2.3.4", "March", "99/99/2020", ""])("%j is no date", (printed) => {
    expect(readDate(printed, null)).toBeNull();
  });

  test("gives how many characters the date takes", () => {
    expect(matchDate("01/27/20 - 02/21/20", null)?.length).toBe("01/27/20".length);
  });

  test("knows the calendar", () => {
    expect(isoDate(2024, 2, 29)).toBe("2024-02-29");
    expect(isoDate(2023, 2, 29)).toBeNull();
  });
});
