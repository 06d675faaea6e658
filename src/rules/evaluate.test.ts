import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "#contract/json.ts";
import { Rules } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import { evaluateRules } from "./evaluate.ts";

const SCHEMA: Schema = {
  fields: [
    { name: "invoice_date", type: "date" },
    { name: "due_date", type: "date" },
    { name: "iban", type: "string" },
    { name: "country", type: "string" },
    { name: "vat_id", type: "string" },
    { name: "net", type: "currency" },
    { name: "vat", type: "currency" },
    { name: "total", type: "currency" },
    { name: "Order No.", type: "string" },
    {
      name: "line_items",
      type: "table",
      fields: [
        { name: "quantity", type: "number" },
        { name: "amount", type: "currency" },
      ],
    },
  ],
};
const eur = (amount: number) => ({ amount, currency: "EUR" });
const DATA: Record<string, Json> = {
  invoice_date: "2026-01-15",
  due_date: "2026-02-14",
  iban: "DE89370400440532013000",
  country: "DE",
  vat_id: null,
  net: eur(100.2),
  vat: eur(19.1),
  total: eur(119.3),
  "Order No.": "PO-17",
  line_items: [
    { quantity: 2, amount: eur(50.1) },
    { quantity: 1, amount: eur(50.1) },
  ],
};

const asked = (rules: unknown, data = DATA, given = {}) => evaluateRules({ schema: SCHEMA, rules: Rules.parse(rules), data, given });
const check = (expression: string, data = DATA, given = {}) =>
  asked({ checks: [{ name: "it", check: expression }] }, data, given).checks[0];

describe("a check passes or fails by the values as a person would say it", () => {
  test.each([
    ["total.amount == net.amount + vat.amount", true],
    ["total.amount == net.amount + vat.amount + 0.01", false],
    ["near(total.amount, 119.304)", true],
    ["near(total.amount, 119.31)", false],
    ["near(total.amount, 119, 1)", true],
    ["due_date >= invoice_date", true],
    ["invoice_date > due_date", false],
    ["days(invoice_date, due_date) == 30", true],
    ['due_date - invoice_date <= duration("720h")', true],
    ["total.amount * 2 > 200", true],
    ['iban.matches("^DE[0-9]{20}$")', true],
    ['iban.matches("^FR")', false],
    ['vat_id != null || country != "DE"', false],
    ['vat_id != null || country == "DE"', true],
    ['same(iban, "de89 3704 0044 0532 0130 00")', true],
    ['same(iban, "DE89 3704 0044 0532 0130 01")', false],
    ['country in ["AT", "DE"]', true],
    ["sum(line_items.map(i, i.amount.amount)) == net.amount", true],
    ["line_items.all(i, i.quantity > 0)", true],
    ["size(line_items) == 2", true],
    ['fields["Order No."].startsWith("PO-")', true],
  ])("%s", (expression, passed) => expect(check(expression)).toMatchObject({ passed }));
});

test("a check on a value that is missing is not checked, and says which", () => {
  expect(check("due_date >= invoice_date", { ...DATA, due_date: null })).toEqual({
    name: "it",
    passed: null,
    message: "Not checked: no value was read for /due_date.",
    fields: ["/due_date", "/invoice_date"],
  });
  expect(check('vat_id.matches("^DE")')).toMatchObject({ passed: null });
  expect(check("total.amount / (net.amount - net.amount) > 1")).toMatchObject({ passed: null });
  expect(check("size(line_items) / 0 > 1")).toMatchObject({ passed: null, message: expect.stringContaining("types") });
});

test("a failed check says what its rule says, and names the fields of its expression unless the rule names others", () => {
  const { checks } = asked({
    checks: [
      { name: "sum", check: "total.amount == net.amount", message: "VAT is missing." },
      { name: "rows", check: "line_items.all(i, i.quantity > 1)", fields: ["line_items"] },
    ],
  });
  expect(checks).toEqual([
    { name: "sum", passed: false, message: "VAT is missing.", fields: ["/total", "/net"] },
    { name: "rows", passed: false, message: "The check failed.", fields: ["/line_items"] },
  ]);
});

test("computed values have their type, follow one another, and are null where they cannot be computed", () => {
  const { computed, checks } = asked({
    computed: [
      { name: "rate", type: "number", value: "round(vat.amount / net.amount * 100)" },
      { name: "is_high", type: "boolean", value: "computed.rate > 20" },
      { name: "last_day", type: "date", value: "due_date" },
      { name: "rows", type: "integer", value: "size(line_items)" },
      { name: "label", type: "string", value: 'country + "-" + fields["Order No."]' },
      { name: "no_number", type: "number", value: "country" },
      { name: "no_value", type: "string", value: 'vat_id + "x"' },
    ],
    checks: [{ name: "late", check: "computed.last_day > invoice_date" }],
  });
  expect(computed).toEqual({
    rate: 19.06,
    is_high: false,
    last_day: "2026-02-14",
    rows: 2,
    label: "DE-PO-17",
    no_number: null,
    no_value: null,
  });
  expect(checks[0]).toMatchObject({ passed: true });
});

test("checks compare with what a lookup gives", () => {
  const rules = {
    lookups: [{ name: "supplier", list: "lst_1", by: [{ field: "/iban", column: "IBAN", how: "exact" }], gives: { iban: "IBAN" } }],
    checks: [{ name: "account", check: "lookups.supplier.iban == iban" }],
  };
  expect(asked(rules, DATA, { supplier: { iban: "FR76" } }).checks[0]).toMatchObject({ passed: false, fields: ["/iban"] });
  expect(asked(rules, DATA, { supplier: { iban: DATA.iban } }).checks[0]).toMatchObject({ passed: true });
});

test("sums of cents are exact: a total in cents is the sum of its parts, whatever they are", () => {
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 30 }), (parts) => {
      const total = parts.reduce((sum, each) => sum + each, 0);
      const data = { ...DATA, total: eur(total / 100), line_items: parts.map((each) => ({ quantity: 1, amount: eur(each / 100) })) };
      expect(check("sum(line_items.map(i, i.amount.amount)) == total.amount", data)).toMatchObject({ passed: true });
    }),
  );
});

test("a difference, a product and a quotient of cents are what they are on paper", () => {
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 1, max: 999 }), (a, b, times) => {
      const data = {
        ...DATA,
        total: eur(a / 100),
        net: eur(b / 100),
        vat: eur((a - b) / 100),
        line_items: [{ quantity: times, amount: eur((b * times) / 100) }],
      };
      expect(check("total.amount - net.amount == vat.amount", data)).toMatchObject({ passed: true });
      expect(check("line_items.all(i, net.amount * i.quantity == i.amount.amount)", data)).toMatchObject({ passed: true });
      expect(check("line_items.all(i, i.amount.amount / i.quantity == net.amount)", data)).toMatchObject({ passed: true });
    }),
  );
});

test("whatever a document says, rules are evaluated to an end", () => {
  const json = fc.jsonValue() as fc.Arbitrary<Json>;
  const data = fc.record(Object.fromEntries(SCHEMA.fields.map(({ name }) => [name, json])) as Record<string, fc.Arbitrary<Json>>);
  const expressions = [
    "total.amount == net.amount",
    "due_date >= invoice_date",
    "sum(line_items.map(i, i.quantity)) > 0",
    'iban.matches("a+")',
  ];
  fc.assert(
    fc.property(data, (values) => {
      const { checks } = asked({ checks: expressions.map((each) => ({ name: each, check: each })) }, values);
      expect(checks).toHaveLength(expressions.length);
    }),
  );
});

test("what a lookup of table rows gives is compared row by row", () => {
  const given = {
    article: [
      { at: "/line_items/0", gives: { price: "25.05" } },
      { at: "/line_items/1", gives: { price: null } },
    ],
  };
  const rules = {
    lookups: [
      {
        name: "article",
        list: "lst_1",
        by: [{ field: "/line_items/quantity", column: "Q", how: "exact" }],
        gives: { price: "Price" },
      },
    ],
  };
  const passed = (expression: string) => asked({ ...rules, checks: [{ name: "it", check: expression }] }, DATA, given).checks[0];
  const priced = "a.price == null || a.row.amount.amount == a.row.quantity * double(a.price)";
  expect(passed(`lookups.article.all(a, ${priced})`)).toMatchObject({
    passed: true,
    fields: ["/line_items/amount", "/line_items/quantity"],
  });
  expect(passed("lookups.article.all(a, a.price != null)")).toMatchObject({ passed: false });
  expect(passed("size(lookups.article) == size(line_items)")).toMatchObject({ passed: true });
});

describe("a rule that takes too long", () => {
  /** A hundred million comparisons; and a pattern that follows thousands of states at each of ten thousand letters. */
  const LOOPS = "line_items.all(a, line_items.all(b, a.quantity + b.quantity > 0))";
  const PATTERN = `iban.matches("${"(a{0,1000}b?)c?".repeat(4)}[cd]$")`;
  const LONG: Record<string, Json> = {
    ...DATA,
    iban: "a".repeat(10_000),
    line_items: Array.from({ length: 10_000 }, () => ({ quantity: 1, amount: eur(1) })),
  };
  const quick = { name: "Quick", check: "total.amount > 0" };

  test.each([LOOPS, PATTERN])("is stopped, and named with what to do; the others are evaluated: %#", (expression) => {
    const startedAt = process.threadCpuUsage();
    const { checks, stopped } = asked({ checks: [{ name: "Slow", check: expression, fields: ["/iban"] }, quick] }, LONG);
    const { user } = process.threadCpuUsage(startedAt);
    expect(checks[0]).toEqual({
      name: "Slow",
      passed: null,
      message: expect.stringMatching(/^Not checked: the rule was stopped, .* 100 ms/),
      fields: ["/iban"],
    });
    expect(checks[1]).toMatchObject({ name: "Quick", passed: true });
    expect(stopped).toEqual([{ name: "Slow", message: expect.stringContaining("Shorten its pattern") }]);
    expect(user / 1_000).toBeLessThan(2_000);
  });

  test("has no computed value, and later rules go without it", () => {
    const computed = [
      { name: "slow", type: "boolean", value: LOOPS },
      { name: "after", type: "boolean", value: "computed.slow == null" },
    ];
    const outcome = asked({ computed, checks: [quick] }, LONG);
    expect(outcome.computed).toEqual({ slow: null, after: true });
    expect(outcome.stopped?.map(({ name }) => name)).toEqual(["slow"]);
    expect(outcome.checks).toMatchObject([{ passed: true }]);
  });

  test("is none where all are quick", () => expect(asked({ checks: [quick] })).not.toHaveProperty("stopped"));
});
