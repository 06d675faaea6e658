/** Which properties of a written schema are read, which are allowed without being read, and which are probably misspelt. */
import { LIMITS } from "#contract/limits.ts";
import { unknownProperty } from "#contract/unknown-property.ts";
import type { Loc, Problems } from "./problems.ts";

export const SCHEMA_KEYS = ["fields", "document_description"] as const;

/** Where the parts of an object or the columns of a table may stand. */
export const NESTING_KEYS = ["fields", "children", "nested_fields", "columns", "properties"] as const;

/** Of a field in the service's own form. */
export const FIELD_KEYS = [
  "name",
  "type",
  "description",
  "required",
  "method",
  "enum",
  "options",
  "format",
  "pattern",
  "minimum",
  "maximum",
  "examples",
  "items",
  ...NESTING_KEYS,
] as const;

/** The keywords of JSON Schema that are read; what is written nearly like one of them is probably meant to be it. */
const JSON_SCHEMA_KEYS = [
  "type",
  "properties",
  "items",
  "required",
  "description",
  "document_description",
  "enum",
  "const",
  "format",
  "pattern",
  "minimum",
  "maximum",
  "examples",
  "method",
  "anyOf",
  "oneOf",
  "allOf",
  "nullable",
] as const;

/** The other keywords of JSON Schema, of its drafts and of OpenAPI: schemas that have them were written for others too. */
const KEYWORDS_NOT_READ = new Set<string>([
  ...["title", "default", "deprecated", "readOnly", "writeOnly", "example", "definitions", "discriminator", "externalDocs", "xml"],
  ...["not", "if", "then", "else", "dependencies", "dependentSchemas", "dependentRequired", "prefixItems", "contains", "additionalItems"],
  ...["patternProperties", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "propertyOrdering"],
  ...["exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minContains"],
  ...["maxContains", "minProperties", "maxProperties", "contentEncoding", "contentMediaType", "contentSchema", "id", "strict"],
]);

const isOfJsonSchema = (key: string): boolean =>
  key.startsWith("$") || key.startsWith("x-") || KEYWORDS_NOT_READ.has(key) || JSON_SCHEMA_KEYS.some((each) => each === key);

/** What the service's own form does not know. JSON Schema's keywords may stand in it as well. */
export function noteUnknown(written: Record<string, unknown>, loc: Loc, known: readonly string[], problems: Problems): void {
  for (const key of Object.keys(written)) {
    if (problems.unknown.length >= LIMITS.faultsToldMax) return;
    if (!known.includes(key) && !isOfJsonSchema(key)) problems.unknown.push(unknownProperty(loc, key, known));
  }
}

/** A JSON Schema may have keywords of its own; only one that is nearly a keyword that would be read is told. */
export function noteMisspelt(node: Record<string, unknown>, loc: Loc, problems: Problems): void {
  for (const key of Object.keys(node)) {
    if (problems.unknown.length >= LIMITS.faultsToldMax) return;
    if (isOfJsonSchema(key)) continue;
    const unknown = unknownProperty(loc, key, JSON_SCHEMA_KEYS);
    if (unknown.meant !== null) problems.unknown.push(unknown);
  }
}
