/** What a review says of each value, and how readings are compared with it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "#contract/json.ts";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import type { Corrections, FieldResult } from "#contract/task.ts";
import { confirmedAs, judgedSchema } from "#extraction/evaluations/judged-schema.ts";
import { compareReadings } from "#extraction/in-reader/compare-readings.ts";
import { reviewedData } from "#extraction/reviewed-data.ts";
import { outcomesOf } from "#extraction/reviewed-outcomes.ts";
import { compare } from "#results/measure/compare.ts";
import { countsOf, tallied } from "#results/measure/figures.ts";

function schemaOf(fields: object[]) {
  const { schema } = parseSchema({ fields });
  if (!schema) throw new Error("the schema is wrong");
  return schema;
}
const SCHEMA = schemaOf([
  { name: "number" },
  { name: "note" },
  { name: "items", type: "table", fields: [{ name: "what" }, { name: "price", type: "number" }] },
]);
const read = (value: Json): FieldResult => ({ value, raw: null, status: "found", confidence: 0.9, evidence: [], warnings: [] });
const correct = (values: Record<string, Json>): Corrections =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [path, { value, at: "2026-01-01T00:00:00.000Z", by: "API key" }]));
const FIELDS = {
  "/number": read("A-1"),
  "/note": { ...read(null), confidence: null },
  "/items/0/what": read("pen"),
  "/items/0/price": read(2),
  "/items/1/what": read("ink"),
  "/items/1/price": read(5),
};

describe("a review", () => {
  test("counts what it left as right, by field", () => {
    expect(outcomesOf(SCHEMA, { fields: FIELDS }, {})).toEqual([
      { field: "/number", outcome: "right", confidence: 0.9, count: 1 },
      { field: "/items/*/what", outcome: "right", confidence: 0.9, count: 2 },
      { field: "/items/*/price", outcome: "right", confidence: 0.9, count: 2 },
    ]);
  });

  test("counts what it put right, took out and added", () => {
    const corrections = correct({
      "/number": "A-7",
      "/note": "paid",
      "/items/0/price": 3,
      "/items/1": null,
      "/items/2": { what: "glue", price: null },
    });
    expect(countsOf(outcomesOf(SCHEMA, { fields: FIELDS }, corrections))).toEqual({
      values: 5,
      right: 1,
      wrong: 2,
      missed: 2,
      invented: 2,
    });
  });

  test("says of any corrections what comparing both readings says, where rows keep their places", () =>
    fc.assert(
      fc.property(
        fc.constantFrom("A-1", "A-2", null),
        fc.option(fc.constantFrom("paid")),
        fc.constantFrom(2, 9, null),
        (number, note, price) => {
          const data: Record<string, Json> = {
            number: "A-1",
            note: null,
            items: [
              { what: "pen", price: 2 },
              { what: "ink", price: 5 },
            ],
          };
          const corrections = correct({
            ...(number === "A-1" ? {} : { "/number": number }),
            ...(note === null ? {} : { "/note": note }),
            ...(price === 2 ? {} : { "/items/0/price": price }),
          });
          const told = countsOf(outcomesOf(SCHEMA, { fields: FIELDS }, corrections));
          const compared = compare(SCHEMA, reviewedData(data, corrections), data);
          expect(told).toEqual(countsOf(tallied(compared.map(({ field, outcome }) => ({ field, outcome, confidence: null })))));
        },
      ),
    ));
});

describe("another version is judged", () => {
  const tried = schemaOf([{ name: "number", type: "date" }, { name: "new" }, { name: "items", type: "table", fields: [{ name: "what" }] }]);

  test("by the fields that were reviewed: its own types, lost ones as well, new ones not", () => {
    const judged = judgedSchema(SCHEMA, tried);
    expect(judged.fields.map(({ name, type }) => [name, type])).toEqual([
      ["number", "date"],
      ["note", "string"],
      ["items", "table"],
    ]);
    expect(judged.fields[2]?.fields?.map(({ name }) => name)).toEqual(["what", "price"]);
  });

  test("with texts read as their new types, and what does not read so as it is", () => {
    const judged = judgedSchema(SCHEMA, tried);
    expect(confirmedAs(SCHEMA, judged, { number: "3 April 2026", items: [{ what: "pen", price: 2 }] })).toEqual({
      number: "2026-04-03",
      items: [{ what: "pen", price: 2 }],
    });
    expect(confirmedAs(SCHEMA, judged, { number: "A-1" })).toEqual({ number: "A-1" });
  });

  test("value by value: worse is what only the published version has right", async () => {
    const truth = { number: "A-1", note: null, items: [{ what: "pen", price: 2 }] };
    const before = {
      schema: SCHEMA,
      data: { number: "A-1", note: "paid", items: [{ what: "pen", price: 2 }] },
      confidences: { "/number": 0.97 },
    };
    const now = {
      schema: SCHEMA,
      data: {
        number: "A-2",
        note: null,
        items: [
          { what: "pen", price: 2 },
          { what: "tax", price: null },
        ],
      },
      confidences: {},
    };
    const compared = await compareReadings({ reviewed: SCHEMA, truth, now, before });
    expect(compared.changes).toEqual([
      { path: "/number", expected: "A-1", before: "A-1", after: "A-2", better: false },
      { path: "/note", expected: null, before: "paid", after: null, better: true },
      { path: "/items/1/what", expected: null, before: null, after: "tax", better: false },
    ]);
    expect([compared.now.entirelyRight, compared.before?.entirelyRight]).toEqual([false, false]);
    expect(compared.before?.tally).toContainEqual({ field: "/number", outcome: "right", confidence: 0.97, count: 1 });
  });
});
