import { expect, test } from "vitest";
import { Rules } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import { faultsOf } from "./check-rules.ts";

const SCHEMA: Schema = {
  fields: [
    { name: "invoice_number", type: "string" },
    { name: "total", type: "currency" },
    { name: "line_items", type: "table", fields: [{ name: "quantity", type: "number" }] },
    { name: "supplier", type: "object", fields: [{ name: "name", type: "string" }] },
  ],
};
const faults = (rules: unknown) => faultsOf(SCHEMA, Rules.parse(rules)).map(({ loc, msg }) => [loc.join("."), msg]);
const ofCheck = (check: string) => faults({ checks: [{ name: "it", check }] }).map(([, msg]) => msg);

test("rules that fit the schema have no faults", () => {
  expect(
    faults({
      checks: [
        { name: "a", check: "total.amount > 0", fields: ["/total", "line_items/quantity"] },
        { name: "b", check: "line_items.exists(i, i.quantity == 1) && supplier.name != null" },
        { name: "c", check: "computed.twice > 1 && lookups.s.id != null" },
        { name: "d", check: "cel.bind(t, total.amount, t > 1) && size(line_items.filter(i, i.quantity > 1)) == 0" },
      ],
      computed: [
        { name: "once", type: "number", value: "total.amount" },
        { name: "twice", type: "number", value: "computed.once * 2" },
      ],
      lookups: [{ name: "s", list: "lst_1", by: [{ field: "/supplier/name", column: "Name", how: "fuzzy" }], gives: { id: "Id" } }],
      duplicates: { fields: ["/invoice_number", "/supplier/name", "/total"], days: 90 },
    }),
  ).toEqual([]);
});

test.each([
  ["totl.amount > 0", "There is no field `totl`. Did you mean `total`?"],
  ["total.amnt > 0", "There is no `amnt` of `/total`. Did you mean `amount`?"],
  ["invoice_number.amount > 0", "`amount` of `/invoice_number`: the value has no parts."],
  [
    "line_items.quantity > 0",
    "`quantity` of `/line_items` is in the rows of a list: name it inside of `all`, `exists`, `map` or `filter`.",
  ],
  ["line_items.all(i, i.quantty > 0)", "There is no `quantty` of `/line_items`. Did you mean `quantity`?"],
  ["computed.rate > 1", "There is no `rate`."],
  ['invoice_number.matches("(?=a)")', "`matches`: the pattern is no RE2 syntax. Look-around and back references are not supported."],
  ["invoice_number.matches(invoice_number)", "`matches` takes a pattern that is written out, in quotes."],
  ["line_items.all(a, line_items.all(b, line_items.all(c, true)))", "Lists are gone through at most 2 levels deep."],
  ["total.amount >", "The expression cannot be read: Unexpected token: EOF."],
  ["size(line_items)", "A check is true or false; this expression gives a value of type int. Compare it with something."],
])("%s is refused, and it is said why", (expression, fault) => expect(ofCheck(expression)).toEqual([fault]));

test("each fault names its place", () => {
  const found = faults({
    computed: [
      { name: "a", type: "number", value: "computed.b" },
      { name: "b", type: "number", value: "1" },
    ],
    checks: [{ name: "c", check: "true", fields: ["/total", "/totals"] }],
    lookups: [{ name: "l", list: "lst_1", by: [{ field: "/line_items", column: "Q", how: "exact" }] }],
    duplicates: { fields: ["/supplier"], days: 1 },
  });
  expect(found).toEqual([
    ["body.rules.checks.0.fields.1", "There is no field `/totals`. Did you mean `/total`?"],
    ["body.rules.computed.0.value", "There is no `b`."],
    [
      "body.rules.lookups.0.by.0.field",
      "`/line_items` has no single value: name a field outside of lists and groups, or a column of a table.",
    ],
    ["body.rules.duplicates.fields.0", "`/supplier` has no single value: name a field outside of lists and groups."],
  ]);
});

const TABLES: Schema = {
  fields: [
    { name: "supplier", type: "string" },
    {
      name: "items",
      type: "table",
      fields: [
        { name: "sku", type: "string" },
        { name: "price", type: "number" },
        { name: "parts", type: "table", fields: [{ name: "number", type: "string" }] },
      ],
    },
    { name: "fees", type: "table", fields: [{ name: "kind", type: "string" }] },
  ],
};
const lookupBy = (fields: string[], gives = {}, check = "true") => ({
  lookups: [{ name: "article", list: "lst_1", by: fields.map((field) => ({ field, column: "C", how: "exact" })), gives }],
  checks: [{ name: "it", check }],
});
const tableFaults = (rules: unknown) => faultsOf(TABLES, Rules.parse(rules)).map(({ loc, msg }) => [loc.join("."), msg]);

test("a lookup may name columns of one table, and fields of the document besides", () => {
  const check = 'lookups.article.all(a, a.price == null || a.row.price == double(a.price)) && supplier != ""';
  expect(tableFaults(lookupBy(["/items/sku", "/supplier"], { price: "Price" }, check))).toEqual([]);
});

test.each([
  [
    lookupBy(["/items/sku", "/fees/kind"]),
    "body.rules.lookups.0.by.1.field",
    "`/fees/kind` is a column of another table than `/items`: a lookup is made for the rows of one table.",
  ],
  [
    lookupBy(["/items/parts/number"]),
    "body.rules.lookups.0.by.0.field",
    "`/items/parts/number` is in a table of a table: a lookup is made for the rows of one table.",
  ],
  [
    lookupBy(["/items/sku"], { row: "Row" }),
    "body.rules.lookups.0.gives.row",
    "`row` is the row of the table itself: choose another name.",
  ],
  [
    lookupBy(["/items/sku"], { price: "Price" }, 'lookups.article.price == "1"'),
    "body.rules.checks.0.check",
    "`price` is in the rows of a list: name it inside of `all`, `exists`, `map` or `filter`.",
  ],
  [
    lookupBy(["/items/sku"], {}, "lookups.article.all(a, a.row.prce > 0)"),
    "body.rules.checks.0.check",
    "There is no `prce` of `/items`. Did you mean `price`?",
  ],
])("a lookup of rows that cannot work is refused: %#", (rules, place, msg) => expect(tableFaults(rules)).toEqual([[place, msg]]));

test("patterns that take too long to prepare are refused, however many rules they are spread over", () => {
  const check = (i: number) => `invoice_number.matches("${i}${"(a{0,1000}b?)c?".repeat(60)}")`;
  const startedAt = process.threadCpuUsage();
  const found = faults({ checks: Array.from({ length: 50 }, (_, i) => ({ name: `${i}`, check: check(i) })) });
  expect(process.threadCpuUsage(startedAt).user / 1_000).toBeLessThan(2_000);
  expect(found).toHaveLength(1);
  expect(found[0]?.[1]).toContain("the patterns of the rules are too large");
});
