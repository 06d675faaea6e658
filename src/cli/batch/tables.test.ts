import fc from "fast-check";
import { expect, test } from "vitest";
import { paceOf } from "./pace.ts";
import { headOf, neutral, rowsOf, tablesOf } from "./tables.ts";

const FIELDS = [
  { name: "number", type: "string" as const },
  { name: "seller", type: "object" as const, fields: [{ name: "name", type: "string" as const }] },
  { name: "total", type: "currency" as const },
  { name: "tags", type: "array" as const, items: { name: "", type: "string" as const } },
  { name: "items", type: "table" as const, fields: [{ name: "amount", type: "currency" as const }] },
];

test("each value of a schema has a column, and each list of rows a table", () => {
  const [files, items] = tablesOf(FIELDS);
  expect(files && headOf(files)).toEqual(["file", "status", "error", "number", "seller.name", "total", "total.currency", "tags"]);
  expect(items && headOf(items)).toEqual(["file", "row", "amount", "amount.currency"]);
  const data = {
    number: "7",
    seller: { name: "Example Ltd" },
    total: { amount: -1.5, currency: null },
    tags: ["a", "b"],
    items: [{ amount: null }],
  };
  const result = { file: "a.pdf", status: "completed", error: null, data };
  expect(files && rowsOf(files, result)).toEqual([["a.pdf", "completed", null, "7", "Example Ltd", -1.5, null, "a; b"]]);
  expect(items && rowsOf(items, result)).toEqual([["a.pdf", 1, null, null]]);
});

test("a file that was not read has a row without values, and no rows of tables", () => {
  const [files, items] = tablesOf(FIELDS);
  const result = { file: "a.pdf", status: "failed", error: "corrupt_document: …", data: null };
  expect(files && rowsOf(files, result)).toEqual([["a.pdf", "failed", "corrupt_document: …", null, null, null, null, null]]);
  expect(items && rowsOf(items, result)).toEqual([]);
});

test("no text begins as a formula does, and numbers stay numbers", () => {
  fc.assert(
    fc.property(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", ""), fc.string(), (sign, rest) => {
      expect(neutral(sign + rest)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u);
      expect(String(neutral(sign + rest)).endsWith(sign + rest)).toBe(true);
    }),
  );
  expect([neutral(-5), neutral(null), neutral("plain")]).toEqual([-5, null, "plain"]);
});

test.each([
  [{ count: 0, total: 10, before: 0, seconds: 5 }, "0/10"],
  [{ count: 120, total: 1000, before: 0, seconds: 60 }, "120/1000  2.0/s  8 min left"],
  [{ count: 510, total: 1000, before: 500, seconds: 60 }, "510/1000  10.0/min  49 min left"],
  [{ count: 1000, total: 1_000_000, before: 0, seconds: 50 }, "1000/1000000  20/s  13 h 53 min left"],
  [{ count: 10, total: 10, before: 0, seconds: 5 }, "10/10  2.0/s"],
])("%j is told as %s", (standing, told) => expect(paceOf(standing)).toBe(told));
