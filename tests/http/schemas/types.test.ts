/** Types and fields of extraction schemas, through POST /schemas/validate and extract-async. */
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
/** The canonical form of one field. */
const canonical = async (field: object) => {
  const { valid, schema, errors } = await validate({ fields: [{ name: "x", ...field }] });
  expect(errors).toEqual([]);
  expect(valid).toBe(true);
  return schema.fields[0];
};
const problem = async (schema: unknown) => {
  const { valid, schema: none, errors } = await validate(schema);
  expect(valid).toBe(false);
  expect(none).toBeNull();
  return errors;
};
const typeOf = async (type: string, more: object = {}) => (await canonical({ type, ...more })).type;

describe("types and their aliases", () => {
  const inner = { enum: ["a"], fields: [{ name: "y" }] };
  test.each(
    Object.entries({
      string: ["string", "text", "str"],
      number: ["number", "float", "decimal"],
      integer: ["integer", "int"],
      boolean: ["boolean", "bool", "checkbox"],
      date: ["date"],
      datetime: ["datetime", "timestamp"],
      time: ["time"],
      currency: ["currency", "money", "amount", "price"],
      percentage: ["percentage", "percent"],
      enum: ["enum", "choice", "select", "option"],
      multi_enum: ["multi_enum", "multiselect", "tags"],
      email: ["email"],
      phone: ["phone"],
      url: ["url"],
      address: ["address"],
      object: ["object", "group"],
      table: ["table", "line_items"],
      signature: ["signature"],
    }).flatMap(([type, names]) => names.map((name) => [name, type])),
  )("%s is %s", async (name, type) => {
    const nested = type === "object" || type === "table" ? { fields: inner.fields } : type.includes("enum") ? { enum: inner.enum } : {};
    expect(await typeOf(name, nested)).toBe(type);
  });

  test.each(["array", "list"])("%s is array", async (name) => {
    expect(await canonical({ type: name, items: { type: "date" } })).toMatchObject({ type: "array", items: { type: "date" } });
    expect(await canonical({ type: name })).toMatchObject({ type: "array", items: { type: "string" } });
  });

  test.each(["LINE_ITEMS", "line-items", "Line Items", "lineItems", " line  items "])(
    "case, `_`, `-` and spaces do not count: %j is table",
    async (name) => expect(await typeOf(name, inner)).toBe("table"),
  );
  test.each(["MULTI-ENUM", "multi enum", "Date-Time", "date_time", "DateTime", "STRING", "Money"])("%j is known", async (name) =>
    expect(await typeOf(name, { enum: ["a"] })).toMatch(/multi_enum|datetime|string|currency/),
  );

  test("the default type is string", async () => {
    expect(await canonical({})).toEqual({ name: "x", type: "string" });
    expect(await canonical({ type: null })).toEqual({ name: "x", type: "string" });
  });

  test.each(["string[]", "text []", "String[]"])("type %j is an array of strings", async (type) =>
    expect(await canonical({ type })).toEqual({ name: "x", type: "array", items: { name: "x", type: "string" } }),
  );

  test("an array of objects is a table", async () => {
    const columns = [{ name: "a", type: "date" }];
    const table = { name: "x", type: "table", fields: columns };
    expect(await canonical({ type: "array", items: { type: "object", fields: columns } })).toEqual(table);
    expect(await canonical({ type: "array", fields: columns })).toEqual(table);
    expect(await canonical({ type: "object[]", fields: columns })).toEqual(table);
  });

  test("no list of fields that a caller can see is left out: a canonical schema is valid and stays as it is", async () => {
    const { schema } = await validate({ fields: [{ name: "a", type: "line items", columns: [{ name: "b", type: "money[]" }] }] });
    expect((await validate(schema)).schema).toEqual(schema);
  });
});

describe("nesting key `fields`; `children`, `nested_fields`, `columns`, `properties`, `items` are read too", () => {
  const want = { name: "x", type: "object", fields: [{ name: "a", type: "date" }] };
  test.each(["fields", "children", "nested_fields", "columns", "properties", "items"])("%s of an object", async (key) =>
    expect(await canonical({ type: "object", [key]: [{ name: "a", type: "date" }] })).toEqual(want),
  );
  test.each(["fields", "children", "nested_fields", "columns", "properties", "items"])("%s of a table", async (key) =>
    expect(await canonical({ type: "table", [key]: [{ name: "a", type: "date" }] })).toEqual({ ...want, type: "table" }),
  );
  test("as an object whose keys are the names", async () => {
    expect(await canonical({ type: "object", properties: { a: { type: "date" } } })).toEqual(want);
    expect(await canonical({ type: "object", fields: { a: "date" } })).toEqual(want);
  });
  test("a table's `items` as an object with its own fields", async () =>
    expect(await canonical({ type: "table", items: { type: "object", properties: { a: { type: "date" } } } })).toEqual({
      ...want,
      type: "table",
    }));
});

describe("a field: `name` required, unique per level, and what else it may have", () => {
  test("everything is kept in the canonical form", async () => {
    const field = {
      type: "number",
      description: "d",
      required: true,
      format: "f",
      pattern: "^\\d+$",
      minimum: 1,
      maximum: 9,
      examples: ["7"],
      method: "generate",
      enum: ["1", "2"],
    };
    expect(await canonical(field)).toEqual({ name: "x", ...field });
  });

  test("unknown keys are ignored with a warning, null is absent", async () => {
    expect(await canonical({ type: "string", ui: { color: 1 }, description: null, enum: null, required: null })).toEqual({
      name: "x",
      type: "string",
    });
  });

  test.each([
    ["missing", {}],
    ["empty", { name: "" }],
    ["white space", { name: "  " }],
    ["a number", { name: 5 }],
    ["too long", { name: "n".repeat(201) }],
  ])("a name that is %s", async (_name, field) => {
    const errors = await problem({ fields: [{ name: "fine" }, { type: "string", ...field }] });
    expect(errors).toMatchObject([{ loc: ["extraction_schema", "fields", 1, "name"] }]);
  });

  test("a name given twice on a level; on two levels it is fine", async () => {
    const errors = await problem({ fields: [{ name: "a" }, { name: "b" }, { name: "a", type: "date" }] });
    expect(errors).toMatchObject([{ loc: ["extraction_schema", "fields", 2, "name"], type: "duplicate" }]);
    expect((await validate({ fields: [{ name: "a" }, { name: "b", type: "object", fields: [{ name: "a" }] }] })).valid).toBe(true);
  });

  test.each([
    ["`enum` without values", { type: "enum" }, "enum"],
    ["a pattern that is none", { type: "string", pattern: "(" }, "pattern"],
    ["minimum above maximum", { type: "number", minimum: 2, maximum: 1 }, "minimum"],
    ["an unknown method", { type: "string", method: "guess" }, "method"],
    ["a type that is no text", { type: 5 }, "type"],
    ["a description that is no text", { description: 5 }, "description"],
    ["an object without fields", { type: "object" }, "fields"],
    ["a table without columns", { type: "table", columns: [] }, "columns"],
  ])("%s is refused with its place", async (_name, field, key) => {
    const errors = await problem({ fields: [{ name: "x", ...field }] });
    expect(errors).toContainEqual(expect.objectContaining({ loc: ["extraction_schema", "fields", 0, key] }));
  });
});

describe("an unknown type is 422 with `loc` down to the field and a “did you mean”", () => {
  test.each([
    ["strng", "string"],
    ["nubmer", "number"],
    ["dat", "date"],
    ["curency", "currency"],
    ["line_itms", "table"],
    ["boolen", "boolean"],
  ])("%s: did you mean %s?", async (written, meant) => {
    const body = {
      document_url: "https://example.com/a.pdf",
      extraction_schema: { fields: [{ name: "a" }, { name: "b", type: "object", children: [{ name: "c", type: written }] }] },
    };
    const { status, json } = await client.post("/v1/extract-async", body);
    expect(status).toBe(422);
    expect(json.detail).toEqual([
      {
        loc: ["body", "extraction_schema", "fields", 1, "children", 0, "type"],
        msg: expect.stringMatching(new RegExp(`\`${written}\`.*mean \`${meant}\``)),
        type: "unknown_type",
      },
    ]);
  });

  test("nothing near is suggested for a word far from all", async () => {
    const [error] = await problem({ fields: [{ name: "x", type: "hippopotamus" }] });
    expect(error.msg).not.toContain("mean");
  });

  test("in a JSON Schema the place is that of the JSON Schema's own keys", async () => {
    const errors = await problem({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "array", items: { type: "object", properties: { c: { type: "nmber" } } } } },
    });
    expect(errors).toMatchObject([{ loc: ["extraction_schema", "properties", "b", "items", "properties", "c", "type"] }]);
  });
});
