import { expect, test } from "vitest";
import { type LookupRule, Rules } from "#contract/rules.ts";
import { loadedList } from "./loaded-lists.ts";
import { LOOKED_UP_ROWS_MAX, lookUpRows } from "./look-up-rows.ts";

const LIST = loadedList({
  columns: ["Article", "Name", "Supplier", "Price"],
  rows: [
    ["A-100", "Copy paper, white", "Example Paper Ltd", "4.10"],
    ["A-200", "Envelope C4", "Example Paper Ltd", "0.20"],
    ["A-200", "Envelope C4, brown", "Kestrel Printing", "0.25"],
  ],
});
const RULE: LookupRule | undefined = Rules.parse({
  lookups: [
    {
      name: "article",
      list: "lst_1",
      by: [
        { field: "/items/sku", column: "Article", how: "exact" },
        { field: "/supplier", column: "Supplier", how: "exact" },
      ],
      gives: { price: "Price" },
    },
  ],
}).lookups?.[0];
const signal = new AbortController().signal;
const look = (items: object[], supplier: string | null = "Kestrel Printing") => {
  if (!RULE) throw new Error("no rule");
  return lookUpRows(RULE, "/items", LIST, { supplier, items: items.map((item) => ({ ...item })) }, signal);
};

test("each row has its outcome with its place, and its own suggestions", async () => {
  const outcomes = await look([{ sku: "a 100" }, { sku: null }, { sku: "A-101" }]);
  expect(outcomes).toMatchObject([
    { name: "article", at: "/items/0", status: "found", gives: { price: "4.10" }, fields: ["/items/0/sku", "/supplier"] },
    { name: "article", at: "/items/1", status: "not_looked_up", fields: ["/supplier"] },
    { name: "article", at: "/items/2", status: "no_match", gives: { price: null }, fields: ["/items/2/sku", "/supplier"] },
  ]);
  expect(outcomes[2]?.suggestions[0]?.row).toMatchObject({ Article: "A-100" });
});

test("a field of the document chooses among the rows that a column finds, and finds none by itself", async () => {
  const [kestrel] = await look([{ sku: "A-200" }]);
  expect(kestrel).toMatchObject({ status: "found", gives: { price: "0.25" } });
  const [nobody] = await look([{ sku: "A-200" }], null);
  expect(nobody).toMatchObject({ status: "several", row: null });
});

test("rows with the same values have the same outcome, each at its own place", async () => {
  const outcomes = await look([{ sku: "A-200" }, { sku: "A-100" }, { sku: "A-200" }]);
  expect(outcomes.map(({ at, fields, gives }) => [at, fields[0], gives.price])).toEqual([
    ["/items/0", "/items/0/sku", "0.25"],
    ["/items/1", "/items/1/sku", "4.10"],
    ["/items/2", "/items/2/sku", "0.25"],
  ]);
});

test("of a table that is too long the first rows are looked up, and it is said", async () => {
  const outcomes = await look(Array.from({ length: LOOKED_UP_ROWS_MAX + 5 }, (_, i) => ({ sku: `A-${i}` })));
  expect(outcomes).toHaveLength(LOOKED_UP_ROWS_MAX + 1);
  expect(outcomes.at(-2)?.at).toBe(`/items/${LOOKED_UP_ROWS_MAX - 1}`);
  expect(outcomes.at(-1)).toMatchObject({ status: "not_looked_up", message: "Only the first 500 rows of the table were looked up." });
  expect(outcomes.at(-1)).not.toHaveProperty("at");
});

test("without rows, or without the list, nothing is looked up", async () => {
  expect(await look([])).toEqual([]);
  if (!RULE) throw new Error("no rule");
  expect(await lookUpRows(RULE, "/items", null, { items: [{ sku: "A-100" }] }, signal)).toMatchObject([
    { at: "/items/0", status: "not_looked_up" },
  ]);
});
