import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import { compare, strangeIn } from "./compare.ts";
import { isSameValue } from "./same-value.ts";

function schemaOf(fields: object[]) {
  const { schema } = parseSchema({ fields });
  if (!schema) throw new Error("the schema is wrong");
  return schema;
}

describe("a value is right", () => {
  test.each([
    ["number", 1190, 1190.0],
    ["number", "1190.50", 1190.5],
    ["number", 0.3, 0.1 + 0.2],
    ["currency", { amount: 12, currency: "EUR" }, { amount: 12, currency: "EUR" }],
    ["currency", 12, { amount: 12, currency: "EUR" }],
    ["date", "2026-04-03", "2026-04-03"],
    ["datetime", "2026-04-03T10:00:00Z", "2026-04-03T12:00:00+02:00"],
    ["time", "06:45", "06:45:00"],
    ["string", "Straße  der\nEinheit", "STRASSE DER EINHEIT"],
    ["string", "ﬁne", "fine"],
    ["string", 20318, "20318"],
    ["string", "DE37 9999 9999 0123", "DE379999 99990123"],
    ["phone", "+44 117 496 0142", "+441174960142"],
    ["multi_enum", ["a", "b"], ["B", "a"]],
  ] as const)("%s: %j is %j", (type, expected, read) => expect(isSameValue(type, expected, read)).toBe(true));
});

describe("a value is wrong", () => {
  test.each([
    ["number", 1190, 1190.01],
    ["number", "twelve", "twelve"],
    ["currency", { amount: 12, currency: "EUR" }, { amount: 12, currency: "USD" }],
    ["currency", { amount: 12, currency: null }, { amount: 12, currency: "USD" }],
    ["date", "2026-04-03", "2026-03-04"],
    ["datetime", "2026-04-03T10:00:00", "2026-04-03T10:00:00Z"],
    ["boolean", true, "true"],
    ["string", "Ada Lovelace", "AdaLovelace"],
    ["string", "00042", "42"],
    ["multi_enum", ["a"], ["a", "b"]],
  ] as const)("%s: %j is not %j", (type, expected, read) => expect(isSameValue(type, expected, read)).toBe(false));
});

const ITEMS = { name: "items", type: "table", fields: [{ name: "what" }, { name: "price", type: "number" }] };

test("each value has its outcome, its field, and its place in what was read", () => {
  const schema = schemaOf([
    { name: "number" },
    { name: "due", type: "date" },
    { name: "note" },
    { name: "seller", type: "object", fields: [{ name: "name" }] },
  ]);
  const label = { number: "A-1", due: "2026-01-02", note: null, seller: { name: "Ada" } };
  const verdicts = compare(schema, label, { number: "a-1", due: "2026-02-01", note: "paid", seller: { name: null } });
  expect(verdicts.map(({ at, outcome }) => [at, outcome])).toEqual([
    ["/number", "right"],
    ["/due", "wrong"],
    ["/note", "invented"],
    ["/seller/name", "missing"],
  ]);
});

test("rows are paired by what agrees, wherever they stand", () => {
  const [pen, ink, paper] = [
    { what: "pen", price: 2 },
    { what: "ink", price: 5 },
    { what: "paper", price: 9 },
  ];
  const verdicts = compare(schemaOf([ITEMS]), { items: [pen, ink, paper] }, { items: [{ what: "paper", price: 8 }, pen] });
  expect(verdicts.map(({ field, at, outcome }) => [field, at, outcome])).toEqual([
    ["/items/*/what", "/items/1/what", "right"],
    ["/items/*/price", "/items/1/price", "right"],
    ["/items/*/what", "/items/1/what", "missing"],
    ["/items/*/price", "/items/1/price", "missing"],
    ["/items/*/what", "/items/0/what", "right"],
    ["/items/*/price", "/items/0/price", "wrong"],
  ]);
});

test("what a label has and the schema has not, or otherwise, is named", () => {
  const label = { items: [{ what: "pen", cost: 1 }], total: 3 };
  expect(strangeIn(schemaOf([ITEMS]), label)).toEqual(["/items/0/cost", "/total"]);
  expect(strangeIn(schemaOf([ITEMS]), { items: "pen" })).toEqual(["/items"]);
});

describe("for any label and any reading", () => {
  const schema = schemaOf([
    { name: "name" },
    { name: "total", type: "currency" },
    { name: "tags", type: "array", items: { name: "tag", type: "string" } },
    { ...ITEMS, fields: [...ITEMS.fields, { name: "lots", type: "array", items: { name: "lot", type: "integer" } }] },
  ]);
  const text = fc.option(fc.constantFrom("a", "b", "c d", "ﬁ"));
  const data = fc.record({
    name: text,
    total: fc.option(fc.record({ amount: fc.integer({ min: 0, max: 3 }), currency: fc.option(fc.constantFrom("EUR", "USD")) })),
    tags: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 }),
    items: fc.array(
      fc.record({ what: text, price: fc.option(fc.integer({ min: 0, max: 2 })), lots: fc.array(fc.nat({ max: 2 }), { maxLength: 3 }) }),
      { maxLength: 4 },
    ),
  });
  const count = (value: unknown): number => {
    if (value === null) return 0;
    if (typeof value !== "object" || "currency" in value) return 1;
    return Object.values(value).reduce((sum: number, each) => sum + count(each), 0);
  };

  test("every value of the label is right, wrong or missing, and every value read is right, wrong or invented", () =>
    fc.assert(
      fc.property(data, data, (label, read) => {
        const verdicts = compare(schema, label, read);
        const of = (...outcomes: string[]) => verdicts.filter(({ outcome }) => outcomes.includes(outcome)).length;
        expect(of("right", "wrong", "missing")).toBe(count(label));
        expect(of("right", "wrong", "invented")).toBe(count(read));
      }),
    ));

  test("a reading that equals the label is right everywhere, in whatever order its rows come", () =>
    fc.assert(
      fc.property(data, fc.infiniteStream(fc.nat()), (label, order) => {
        const shuffled = <T>(rows: readonly T[]) =>
          rows
            .map((row) => [row, order.next().value] as const)
            .sort((a, b) => a[1] - b[1])
            .map(([row]) => row);
        const read = { ...label, tags: shuffled(label.tags), items: shuffled(label.items) };
        expect(compare(schema, label, read).filter(({ outcome }) => outcome !== "right")).toEqual([]);
      }),
    ));
});
