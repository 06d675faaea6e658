import fc from "fast-check";
import { expect, test } from "vitest";
import { searchTerms } from "./search-terms.ts";

test.each([
  [
    "SQL, three years, logistics",
    [
      ["SQL", 3],
      ["logistics", null],
    ],
  ],
  [
    "3+ years of Python; German",
    [
      ["Python", 3],
      ["German", null],
    ],
  ],
  ["Java for at least 5 years", [["Java", 5]]],
  ["Buchhaltung, 2,5 Jahre", [["Buchhaltung", 2.5]]],
  ["5 Jahre Erfahrung in SAP", [["SAP", 5]]],
  ["two years", []],
  ["sql, SQL, 4 years", [["sql", 4]]],
  ["Year 2000 project", [["Year 2000 project", null]]],
] as const)("%j", (query, expected) => {
  expect(searchTerms(query).map(({ name, yearsMin }) => [name, yearsMin])).toEqual(expected);
});

test("names are words of the query, never empty, never twice, at most twenty", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), (query) => {
      const terms = searchTerms(query);
      expect(terms.length).toBeLessThanOrEqual(20);
      expect(new Set(terms.map(({ name }) => name.toLowerCase())).size).toBe(terms.length);
      for (const { name } of terms) for (const word of name.split(" ")) expect(query).toContain(word);
    }),
  );
});
