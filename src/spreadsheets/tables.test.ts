import fc from "fast-check";
import { expect, test } from "vitest";
import { neutral } from "./csv.ts";
import { alignedTo, headOf, listRowsOf, merged, rowOf, tablesOf } from "./tables.ts";

const FIELDS = [
  { name: "number", type: "string" as const },
  { name: "seller", type: "object" as const, fields: [{ name: "name", type: "string" as const }] },
  { name: "total", type: "currency" as const },
  { name: "tags", type: "array" as const, items: { name: "", type: "string" as const } },
  { name: "items", type: "table" as const, fields: [{ name: "amount", type: "currency" as const }] },
];

test("each value of a schema has a column, and each list of rows a table", () => {
  const [documents, items] = tablesOf(FIELDS);
  expect(headOf(documents, ["file"])).toEqual(["file", "number", "seller.name", "total", "total.currency", "tags"]);
  expect(items && headOf(items, ["file", "row"])).toEqual(["file", "row", "amount", "amount.currency"]);
  const data = {
    number: "7",
    seller: { name: "Example Ltd" },
    total: { amount: -1.5, currency: null },
    tags: ["a", "b"],
    items: [{ amount: null }],
  };
  expect(rowOf(documents, ["a.pdf"], data)).toEqual(["a.pdf", "7", "Example Ltd", -1.5, null, "a; b"]);
  expect(items && listRowsOf(items, ["a.pdf"], data)).toEqual([["a.pdf", 1, null, null]]);
});

test("a document that was not read has a row without values, and no rows of tables", () => {
  const [documents, items] = tablesOf(FIELDS);
  expect(rowOf(documents, ["a.pdf"], null)).toEqual(["a.pdf", null, null, null, null, null]);
  expect(items && listRowsOf(items, ["a.pdf"], null)).toEqual([]);
});

test("documents of several versions share columns: a value stands in that of its name, whatever its type was", () => {
  const before = tablesOf([
    { name: "total", type: "number" },
    { name: "old", type: "string" },
  ]);
  const now = tablesOf(FIELDS);
  const [documents, items] = merged([now, before]);
  expect(documents && headOf(documents, [])).toEqual(["number", "seller.name", "total", "total.currency", "tags", "old"]);
  expect(items?.name).toBe("items");
  expect(documents && rowOf(alignedTo(documents, before[0]), [], { total: 5, old: "x" })).toEqual([null, null, 5, null, null, "x"]);
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
