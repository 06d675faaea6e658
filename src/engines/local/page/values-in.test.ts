import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { valuesIn } from "./values-in.ts";

const numbersIn = (line: string): string[] =>
  sheetsOf(typedDocument(line)).flatMap(({ cells }) => cells.flatMap((cell) => valuesIn(cell, "id").map(({ raw }) => raw)));

describe("numbers of things", () => {
  test.each([
    ["333 008755555", ["333 008755555"]],
    ["Lot no. 123456789 11", ["123456789 11"]],
    ["TB2020 017382", ["TB2020 017382"]],
  ])("whose parts are printed apart are one: %s", (line, found) => expect(numbersIn(line)).toEqual(found));

  test.each([
    ["INV-00042", ["INV-00042"]],
    ["4711 of 12", ["4711", "12"]],
    ["20000 2026-04-03", ["20000", "2026-04-03"]],
    ["4711 119.00", ["4711", "119.00"]],
    ["12 14", ["12", "14"]],
    ["1001 1002 1003 1004", ["1001", "1002", "1003", "1004"]],
  ])("stay as they are beside words, dates, amounts and in rows: %s", (line, found) => expect(numbersIn(line)).toEqual(found));

  test("are found once each, whatever stands in the line", () =>
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Z0-9]{1,8}$/), { minLength: 1, maxLength: 8 }), (words) => {
        const found = numbersIn(words.join(" "));
        expect(words.join(" ").split(" ")).toEqual(expect.arrayContaining(found.flatMap((each) => each.split(" "))));
      }),
    ));
});
