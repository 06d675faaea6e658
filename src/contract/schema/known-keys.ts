/**
 * Sorts the properties of a caller's schema into those that are read, those that are ignored without a warning, and probable misspellings.
 */
import { LIMITS } from "#contract/limits.ts";
import { unknownProperty } from "#contract/unknown-property.ts";
import type { Loc, Problems } from "./problems.ts";

export const SCHEMA_KEYS = ["fields", "document_description"] as const;

/** Keys that may hold the fields of an object or the columns of a table. */
export const NESTING_KEYS = ["fields", "children", "nested_fields", "columns", "properties"] as const;

/** Keys of a field in the service's own form. */
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

/** The keywords of JSON Schema that are read; a property spelt almost like one of them is reported as a misspelling. */
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

/** Other keywords of JSON Schema's drafts and OpenAPI. Ignored without a warning, because schemas are often written for other tools too. */
const KEYWORDS_NOT_READ = new Set<string>([
  ...["title", "default", "deprecated", "readOnly", "writeOnly", "example", "definitions", "discriminator", "externalDocs", "xml"],
  ...["not", "if", "then", "else", "dependencies", "dependentSchemas", "dependentRequired", "prefixItems", "contains", "additionalItems"],
  ...["patternProperties", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "propertyOrdering"],
  ...["exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minContains"],
  ...["maxContains", "minProperties", "maxProperties", "contentEncoding", "contentMediaType", "contentSchema", "id", "strict"],
]);

const isOfJsonSchema = (key: string): boolean =>
  key.startsWith("$") || key.startsWith("x-") || KEYWORDS_NOT_READ.has(key) || JSON_SCHEMA_KEYS.some((each) => each === key);

/** Reports the unknown properties of the service's own form, in which JSON Schema's keywords are allowed as well. */
export function noteUnknown(written: Record<string, unknown>, loc: Loc, known: readonly string[], problems: Problems): void {
  for (const key of Object.keys(written)) {
    if (problems.unknown.length >= LIMITS.faultsListedMax) return;
    if (!known.includes(key) && !isOfJsonSchema(key)) problems.unknown.push(unknownProperty(loc, key, known));
  }
}

/** Reports the misspelt properties of a JSON Schema, which may have custom keywords: only a property that is almost a known keyword. */
export function noteMisspelt(node: Record<string, unknown>, loc: Loc, problems: Problems): void {
  for (const key of Object.keys(node)) {
    if (problems.unknown.length >= LIMITS.faultsListedMax) return;
    if (isOfJsonSchema(key)) continue;
    const unknown = unknownProperty(loc, key, JSON_SCHEMA_KEYS);
    if (unknown.meant !== null) problems.unknown.push(unknown);
  }
}
