import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIELD_TYPES } from "./field-types.ts";
import { parseSchema } from "./parse-schema.ts";

const name = fc.stringMatching(/^[a-z_/~. ]{0,6}[a-z]$/);
const type = fc.constantFrom(...FIELD_TYPES, "Line Items", "money", "string[]", "object[]", "list", "group", "int", "nonsense", null);
const details = fc.record(
  {
    description: fc.string(),
    required: fc.boolean(),
    enum: fc.array(fc.string(), { maxLength: 3 }),
    pattern: fc.constantFrom("^a$", "("),
    minimum: fc.integer(),
    maximum: fc.integer(),
    examples: fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean()), { maxLength: 2 }),
    method: fc.constantFrom("extract", "generate", "classify"),
  },
  { requiredKeys: [] },
);
const { field } = fc.letrec<{ field: object }>((tie) => ({
  field: fc
    .tuple(
      fc.record({ name, type }),
      details,
      fc.option(
        fc.tuple(
          fc.constantFrom("fields", "children", "nested_fields", "columns", "properties", "items"),
          fc.array(tie("field"), { maxLength: 3 }),
        ),
        {
          depthIdentifier: "field",
        },
      ),
    )
    .map(([base, more, nested]) => ({ ...base, ...more, ...(nested ? { [nested[0]]: nested[1] } : {}) })),
}));
const schemas = fc.record({ fields: fc.array(field, { maxLength: 5 }), document_description: fc.option(fc.string()) });

describe("parseSchema", () => {
  test("the canonical form is a fixed point: it is valid, and reading it again gives the same", () => {
    let valid = 0;
    fc.assert(
      fc.property(schemas, (input) => {
        const { schema, errors } = parseSchema(input);
        expect(schema === null).toBe(errors.length > 0);
        if (!schema) return;
        valid++;
        const again = parseSchema(JSON.parse(JSON.stringify(schema)));
        expect(again.errors).toEqual([]);
        expect(again.schema).toEqual(schema);
        expect(JSON.stringify(again.schema)).toBe(JSON.stringify(schema));
      }),
      { numRuns: 1_000 },
    );
    expect(valid).toBeGreaterThan(20);
  });

  test("never throws on any JSON, and says what is wrong with each that it refuses", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ fields: fc.jsonValue() }), fc.record({ properties: fc.jsonValue(), $ref: fc.jsonValue() })),
        (input) => {
          const { schema, errors } = parseSchema(input);
          expect(schema === null).toBe(errors.length > 0);
          for (const { loc, msg, type: kind } of errors) {
            expect(loc.slice(0, 2)).toEqual(["body", "extraction_schema"]);
            expect(msg).not.toBe("");
            expect(kind).not.toBe("");
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
