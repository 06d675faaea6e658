import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { valuesIn } from "./values-in.ts";

const valuesOf = (line: string, kind: "id" | "number" | "amount" | "phone"): string[] =>
  sheetsOf(typedDocument(line)).flatMap(({ cells }) => cells.flatMap((cell) => valuesIn(cell, kind).map(({ raw }) => raw)));
const numbersIn = (line: string): string[] => valuesOf(line, "id");

describe("numbers of things", () => {
  test.each([
    ["333 008755555", ["333 008755555"]],
    ["Lot no. 123456789 11", ["123456789 11"]],
    ["TB2020 017382", ["TB2020 017382"]],
    ["70 112 958", ["70 112 958"]],
    ["HO3 884-1120-77", ["HO3 884-1120-77"]],
    ["MPAN: 10 0123 4567 890. Questions?", ["10 0123 4567 890"]],
  ])("whose parts are printed apart are one: %s", (line, found) => expect(numbersIn(line)).toEqual(found));

  test.each([
    ["FY27 LDP", ["FY27 LDP", "FY27"]],
    ["GBR 612", ["GBR 612", "612"]],
    ["KS-WN 417", ["KS-WN 417", "417"]],
    ["Number: KX 2026/8842", ["KX 2026/8842", "2026/8842"]],
    ["NIF 500 123 456", ["NIF 500 123 456", "500 123 456", "500", "123", "456"]],
    ["Policy HR 4471 882, excess", ["HR 4471 882", "4471 882", "4471", "882"]],
    ["listed under reference SC 2291 at our branch", ["SC 2291", "2291"]],
    ["REF 612", ["612"]],
    ["EUR 612", ["612"]],
  ])("have parts of letters, but no label and no currency: %s", (line, found) => expect(numbersIn(line)).toEqual(found));

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

describe("a sum below zero", () => {
  test.each([
    ["Loss (107,400)", ["(107,400)"]],
    ["Loss   (   107,400 )", ["( 107,400 )"]],
    ["Loss (107,400.00 )", ["(107,400.00 )"]],
    ["Loss \u2212107.40", ["\u2212107.40"]],
    ["Verlust 1.074,00-", ["1.074,00-"]],
  ])("keeps its sign as an amount and as a number: %s", (line, found) => {
    expect(valuesOf(line, "amount")).toEqual(found);
    expect(valuesOf(line, "number")).toEqual(found);
  });

  test("is no part of a share in percent", () => {
    expect(valuesOf("Elongation 29.7 %", "amount")).toEqual([]);
    expect(valuesOf("Elongation 29.7 %", "number")).toEqual(["29.7"]);
  });

  test("is no note and no part of a sentence", () => {
    expect(valuesOf("Employees (3)", "number")).toEqual(["3"]);
    expect(valuesOf("Employees 17 (of 20)", "number")).toEqual(["17", "20"]);
    expect(valuesOf("1   (   see 5 )", "number")).toEqual(["1", "5"]);
  });
});

test("a phone number ends before a bracket that goes on in words", () => {
  expect(valuesOf("Emergency telephone: +44 1952 555 0199 (24 hours)", "phone")).toEqual(["+44 1952 555 0199"]);
  expect(valuesOf("Tel. (071) 555 0193", "phone")).toEqual(["(071) 555 0193"]);
});

test.each([
  ["Gain or loss  <6,250.>", ["<6,250.>"]],
  ["Credit  (390)", ["(390)"]],
  ["Décote  - 223", ["- 223"]],
  ["Result  <5", ["5"]],
  ["Result  (12.5)", ["(12.5)"]],
  ["See note (3)", ["3"]],
  ["Annual report (2019)", ["2019"]],
  ["Issued  (2019)", ["2019"]],
  ["Call (209)", ["209"]],
  ["Result <100 mg, limit >5", ["100", "5"]],
  ["Seats 12 - 14", ["12", "14"]],
])("a number keeps what says that it is below zero: %s", (line, found) => expect(valuesOf(line, "number")).toEqual(found));
