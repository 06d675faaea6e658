/** JSON Schema input and limits, through POST /schemas/validate. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/client.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
});

const validate = async (extraction_schema: unknown) => {
  const { status, json } = await client.post("/v1/schemas/validate", { extraction_schema });
  expect(status).toBe(200);
  return json;
};
const problem = async (schema: unknown) => {
  const { valid, schema: none, errors } = await validate(schema);
  expect(valid).toBe(false);
  expect(none).toBeNull();
  return errors;
};

describe("a plain JSON Schema object", () => {
  const fieldsOf = async (schema: object) => (await validate(schema)).schema?.fields;

  test("properties, required, description, title and formats", async () => {
    expect(
      await fieldsOf({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        required: ["total"],
        properties: {
          total: { type: "number", description: "Total", minimum: 0 },
          when: { type: "string", format: "date" },
          at: { type: "string", format: "date-time" },
          mail: { type: "string", format: "email", title: "E-mail" },
          site: { type: "string", format: "uri" },
          paid: { type: "boolean" },
          count: { type: "integer" },
        },
      }),
    ).toMatchObject([
      { name: "total", type: "number", description: "Total", minimum: 0, required: true },
      { name: "when", type: "date" },
      { name: "at", type: "datetime" },
      { name: "mail", type: "email", description: "E-mail" },
      { name: "site", type: "url" },
      { name: "paid", type: "boolean" },
      { name: "count", type: "integer" },
    ]);
  });

  test("nested objects, arrays of scalars and of objects", async () => {
    expect(
      await fieldsOf({
        type: "object",
        properties: {
          seller: { type: "object", properties: { name: { type: "string" } } },
          tags: { type: "array", items: { type: "string" } },
          rows: { type: "array", items: { type: "object", properties: { amount: { type: "number" } } } },
        },
      }),
    ).toEqual([
      { name: "seller", type: "object", fields: [{ name: "name", type: "string" }] },
      { name: "tags", type: "array", items: { name: "tags", type: "string" } },
      { name: "rows", type: "table", fields: [{ name: "amount", type: "number" }] },
    ]);
  });

  test.each([
    ["a type list", { type: ["string", "null"] }],
    ["nullable", { type: "string", nullable: true }],
    ["anyOf with null", { anyOf: [{ type: "string" }, { type: "null" }] }],
    ["oneOf with null", { oneOf: [{ type: "null" }, { type: "string" }] }],
  ])("nullable by %s: the type stays, the field may be missing", async (_name, schema) =>
    expect(await fieldsOf({ type: "object", properties: { a: schema } })).toEqual([{ name: "a", type: "string", required: false }]),
  );

  test("enum, const, and null among the values", async () =>
    expect(await fieldsOf({ type: "object", properties: { a: { enum: ["x", "y", null] }, b: { const: "z" } } })).toMatchObject([
      { name: "a", type: "enum", enum: ["x", "y"] },
      { name: "b", type: "enum", enum: ["z"] },
    ]));

  test("$ref into $defs and definitions, with escapes, is followed", async () =>
    expect(
      await fieldsOf({
        type: "object",
        properties: { a: { $ref: "#/$defs/money~1sum" }, b: { anyOf: [{ $ref: "#/definitions/Row" }, { type: "null" }] } },
        $defs: { "money/sum": { type: "number" } },
        definitions: { Row: { type: "object", properties: { c: { type: "string", format: "date" } } } },
      }),
    ).toMatchObject([
      { name: "a", type: "number" },
      { name: "b", type: "object", fields: [{ name: "c", type: "date" }] },
    ]));

  test.each([
    ["does not exist", { $ref: "#/$defs/none" }],
    ["leads elsewhere", { $ref: "https://example.com/schema.json" }],
  ])("a $ref that %s is refused with its place", async (_name, a) =>
    expect(await problem({ type: "object", properties: { a } })).toContainEqual(
      expect.objectContaining({ loc: ["extraction_schema", "properties", "a", "$ref"], type: "invalid_ref" }),
    ),
  );

  test("a $ref to itself is refused: a schema must be finite", async () =>
    expect(
      await problem({ $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } }, $ref: "#/$defs/node" }),
    ).toContainEqual(expect.objectContaining({ type: "invalid_ref" })));
});

describe("at most 500 fields, 7 levels, 120,000 characters", () => {
  const many = (count: number, type = "string") => ({ fields: Array.from({ length: count }, (_, i) => ({ name: `f${i}`, type })) });
  const nested = (levels: number): object => (levels === 1 ? { name: "x" } : { name: "x", type: "object", fields: [nested(levels - 1)] });

  test("500 fields pass, 501 do not", async () => {
    expect((await validate(many(500))).valid).toBe(true);
    expect(await problem(many(501))).toMatchObject([{ loc: ["extraction_schema", "fields"], type: "too_long" }]);
  });
  test("a list is one field: 500 of `string[]` pass", async () => expect((await validate(many(500, "string[]"))).valid).toBe(true));
  test("nested fields count", async () => {
    const inner = many(250).fields;
    const schema = (count: number) => ({
      fields: [
        { name: "a", type: "table", fields: inner },
        { name: "b", type: "object", fields: inner.slice(0, count) },
      ],
    });
    expect((await validate(schema(248))).valid).toBe(true);
    expect((await validate(schema(249))).valid).toBe(false);
  });
  test("7 levels pass, 8 do not", async () => {
    expect((await validate({ fields: [nested(7)] })).valid).toBe(true);
    expect(await problem({ fields: [nested(8)] })).toMatchObject([{ type: "too_deep" }]);
  });
  test("a table written as an array of objects is no deeper than one written as a table", async () => {
    const rows = (levels: number): object =>
      levels === 1 ? { name: "x", type: "string[]" } : { name: "x", type: "array", items: { type: "object", fields: [rows(levels - 1)] } };
    expect((await validate({ fields: [rows(7)] })).valid).toBe(true);
    expect((await validate({ fields: [rows(8)] })).valid).toBe(false);
  });
  test("lists of lists of lists … end somewhere", async () => {
    const lists = (levels: number): object => (levels === 0 ? { type: "string" } : { name: "x", type: "array", items: lists(levels - 1) });
    expect((await validate({ fields: [lists(7)] })).valid).toBe(true);
    expect(await problem({ fields: [lists(8)] })).toMatchObject([{ type: "too_deep" }]);
  });
  test("120,000 characters pass, one more does not", async () => {
    const schema = (length: number) => {
      const empty = { fields: [{ name: "x", description: "" }] };
      return { fields: [{ name: "x", description: "d".repeat(length - JSON.stringify(empty).length) }] };
    };
    expect((await validate(schema(120_000))).valid).toBe(true);
    expect(await problem(schema(120_001))).toMatchObject([{ loc: ["extraction_schema"], type: "too_long" }]);
  });
});

describe("POST /schemas/validate answers 200 `{valid, errors, warnings, schema}` also when invalid", () => {
  test.each([
    ["null", null],
    ["a list", []],
    ["a text", "fields"],
    ["an empty object", {}],
    ["no field", { fields: [] }],
    ["a field that is a text", { fields: ["total"] }],
  ])("%s", async (_name, schema) => expect((await problem(schema)).length).toBeGreaterThan(0));

  test("the parts are always there", async () => {
    const good = await validate({ fields: [{ name: "a" }], document_description: "An invoice" });
    expect(good).toEqual({
      valid: true,
      errors: [],
      warnings: [],
      schema: { fields: [{ name: "a", type: "string" }], document_description: "An invoice" },
    });
    const bad = await validate({ fields: [{ name: "a", type: "x" }] });
    expect(bad).toEqual({ valid: false, errors: [expect.any(Object)], warnings: [], schema: null });
  });

  test("without `extraction_schema` it is 422", async () => {
    const answer = await client.post("/v1/schemas/validate", {});
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ["body", "extraction_schema"] }] } });
  });
});
