/** Parses any schema a caller may send into the canonical form, or returns all of its errors. */
import { LIMITS } from "#contract/limits.ts";
import type { Field, Schema } from "./field.ts";
import { looksLikeJsonSchema, schemaFromJsonSchema } from "./from-json-schema.ts";
import { noteMisspelt, noteUnknown, SCHEMA_KEYS } from "./known-keys.ts";
import { isRecord, type Loc, type Problems } from "./problems.ts";
import { fieldsFrom } from "./read-field.ts";

export type SchemaReading = { schema: Schema | null } & Pick<Problems, "errors" | "unknown">;

/** Never throws. `schema` is null when there are errors. `at`: where the schema is in the body. */
export function parseSchema(input: unknown, at: Loc = ["body", "extraction_schema"]): SchemaReading {
  const problems: Problems = { errors: [], unknown: [], places: new WeakMap() };
  const { errors, unknown } = problems;
  const fail = (msg: string, type: string, loc: Loc = at) => errors.push({ loc, msg, type });
  if (!isRecord(input)) {
    fail("Send an object: either `{fields: […]}` or a JSON Schema of type object.", "dict_type");
    return { schema: null, errors, unknown };
  }
  if (JSON.stringify(input).length > LIMITS.schemaCharactersMax) {
    fail(`The schema has more than ${LIMITS.schemaCharactersMax} characters.`, "too_long");
    return { schema: null, errors, unknown };
  }
  const description = input.document_description;
  if (description !== undefined && description !== null && typeof description !== "string") {
    fail("`document_description` is a text.", "string_type", [...at, "document_description"]);
  }
  const isJsonSchema = looksLikeJsonSchema(input);
  if (isJsonSchema) noteMisspelt(input, at, problems);
  else noteUnknown(input, at, SCHEMA_KEYS, problems);
  const source = isJsonSchema ? schemaFromJsonSchema(input, at, problems) : input;
  const fields = fieldsFrom(source.fields, [...at, "fields"], 1, problems);
  if (errors.length === 0) checkLimits(fields, at, problems);
  if (errors.length > 0) return { schema: null, errors: errors.slice(0, LIMITS.faultsListedMax), unknown };
  const text = [description, source.document_description].find((each) => typeof each === "string" && each.trim() !== "");
  return { schema: { fields, ...(typeof text === "string" ? { document_description: text } : {}) }, errors, unknown };
}

function checkLimits(fields: Field[], at: Loc, problems: Problems): void {
  const total = countFields(fields);
  if (total > LIMITS.schemaFieldsMax) {
    problems.errors.push({
      loc: [...at, "fields"],
      msg: `The schema has ${total} fields; at most ${LIMITS.schemaFieldsMax} are allowed.`,
      type: "too_long",
    });
  }
}

/** A list counts as one field plus the fields inside its items. */
function countFields(fields: Field[]): number {
  return fields.reduce((sum, { fields: inner = [], items }) => sum + (items ? countFields([items]) : 1 + countFields(inner)), 0);
}
