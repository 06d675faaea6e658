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
    lookups: [{ name: "l", list: "lst_1", by: [{ field: "/line_items/quantity", column: "Q", how: "exact" }] }],
    duplicates: { fields: ["/supplier"], days: 1 },
  });
  expect(found).toEqual([
    ["body.rules.checks.0.fields.1", "There is no field `/totals`. Did you mean `/total`?"],
    ["body.rules.computed.0.value", "There is no `b`."],
    ["body.rules.lookups.0.by.0.field", "`/line_items/quantity` has no single value: name a field outside of lists and groups."],
    ["body.rules.duplicates.fields.0", "`/supplier` has no single value: name a field outside of lists and groups."],
  ]);
});
