/** Values for the schemas of openapi.json: such as they describe, and changes that may break them. */
import fc from "fast-check";
import { base64 } from "./pdf.ts";
import { FORBIDDEN_URLS } from "./ssrf-vectors.ts";

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  anyOf?: JsonSchema[];
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
};
export type Schemas = Record<string, JsonSchema>;

const oddCharacters = fc.constantFrom(
  "\u0000",
  "\ud800",
  "\udc00x",
  "\u202e",
  "\ufeff",
  "🎉",
  "e\u0301\u0301",
  "\u2028",
  "'",
  '"',
  "\\",
  "%00",
  "{{7*7}}",
  "\r\n",
);
export const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ maxLength: 20 }),
  fc.array(oddCharacters, { maxLength: 4 }).map((parts) => parts.join("")),
  fc.constantFrom("", " ", "null", "__proto__", "constructor", "NaN", "1e400", "-0", "../../etc/passwd", "a'; DROP TABLE tasks; --"),
);

const field = fc.record(
  {
    name: fc.oneof(fc.constantFrom("total", "date", "a/b~c", "__proto__", ""), oddText),
    type: fc.oneof(fc.constantFrom("string", "date", "currency", "table", "array", "enum", "money", "string[]"), oddText),
    description: oddText,
    enum: fc.array(oddText, { maxLength: 3 }),
    items: fc.jsonValue({ maxDepth: 2 }),
    fields: fc.jsonValue({ maxDepth: 2 }),
    pattern: fc.constantFrom("^a+$", "(", "(a+)+$", "\\p{L}"),
    minimum: fc.double(),
  },
  { requiredKeys: ["name"] },
);
const extractionSchema = fc.oneof(
  fc.record({ fields: fc.array(field, { maxLength: 4 }) }),
  fc.record({ type: fc.constant("object"), properties: fc.dictionary(oddText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }) }),
  fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
);

/** Addresses of this machine where nobody listens, and such as may not be fetched; nothing that a name server would be asked for. */
const url = fc.oneof(
  fc.constantFrom(
    "http://127.0.0.1:9/a.pdf",
    "https://127.0.0.1:9/",
    "http://10.0.0.1/",
    "http://[::1]:1/",
    "",
    "here",
    "http://",
    "http://a b/",
  ),
  fc.constantFrom(...FORBIDDEN_URLS.filter((each) => !each.includes("pub"))),
);
const file = fc.oneof(
  fc.constantFrom(
    base64(Buffer.from("%PDF-1.4\nbroken")),
    base64(Buffer.from("plain text")),
    "%%%",
    "data:,",
    "data:application/pdf;base64,",
    "A",
  ),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => base64(Buffer.from(bytes))),
);

/** What such a property is likely to hold, so that requests come further than its first check. Values of them may still be wrong. */
const LIKELY: [RegExp, fc.Arbitrary<unknown>][] = [
  [/url$/, url],
  [/^(file_content|content)$/, file],
  [/^extraction_schema$/, extractionSchema],
  [/^pages$/, fc.constantFrom("1", "1-3,7", "0", "3-1", "1-1000000", ",", "1-")],
  [/^email$/, fc.constantFrom("a@example.com", "A@Example.COM ", "nobody", "a@b@c", "ä@example.com")],
  [/^wait$/, fc.constantFrom(0, 1)],
];

/** A value that the schema describes; of texts and lists short ones mostly. */
export function described(schema: JsonSchema, schemas: Schemas, name = "", depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref) return described(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, schemas, name, depth + 1);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => described(each, schemas, name, depth)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => described({ ...schema, type }, schemas, name, depth)));
  const likely = LIKELY.find(([pattern]) => pattern.test(name))?.[1];
  const plain = plainOf(schema, schemas, depth);
  return likely && schema.type !== "array" ? fc.oneof({ arbitrary: likely, weight: 4 }, { arbitrary: plain, weight: 1 }) : plain;
}

function plainOf(schema: JsonSchema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  const { minimum = -1e6, maximum = 1e6, minItems = 0, maxItems = 4 } = schema;
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
      return fc.integer({ min: minimum, max: maximum });
    case "number":
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(described(schema.items ?? {}, schemas, "", depth + 1), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 4)),
      });
    case "object":
      return objectOf(schema, schemas, depth);
    default:
      return fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });
  }
}

function textOf({ minLength = 0, maxLength = 300, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (pattern?.includes("T"))
    return fc.constantFrom("2026-04-03T00:00:00Z", "2024-02-29T23:59:59.999+14:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z");
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength;
  const edges = fc.constantFrom("x".repeat(minLength), "x".repeat(Math.min(maxLength, 20_000)), "ä".repeat(Math.min(maxLength, 1_000)));
  return fc
    .oneof({ arbitrary: oddText, weight: 3 }, { arbitrary: edges, weight: 1 })
    .map((text) => (fits(text) ? text : "x".repeat(minLength).padEnd(Math.min(maxLength, minLength + 1), "y")));
}

function objectOf(schema: JsonSchema, schemas: Schemas, depth: number): fc.Arbitrary<object> {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => [name, described(each, schemas, name, depth + 1)] as const,
  );
  const named = fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] });
  if (!schema.additionalProperties) return named;
  return fc.dictionary(oddText, described(typeof schema.additionalProperties === "object" ? schema.additionalProperties : {}, schemas), {
    maxKeys: 3,
  });
}

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    9_007_199_254_740_992,
    "",
    [],
    {},
    [[[[]]]],
    { a: { b: { c: null } } },
    "x".repeat(3_000),
  ),
  oddText,
  fc.jsonValue({ maxDepth: 2, stringUnit: "binary" }),
);
export type Change = { at: number; kind: "replace" | "remove" | "add"; name: string; value: unknown };
export const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(1_000),
  kind: fc.constantFrom("replace", "remove", "add"),
  name: oddText,
  value: junk,
});

/** The value with one of its places changed; whether it is still what the schema describes is for a validator to say. */
export function changed(value: unknown, { at, kind, name, value: other }: Change): unknown {
  const root = { value: structuredClone(value) };
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const visit = (holder: Record<string, unknown>): void => {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      const inner = holder[key];
      if (typeof inner === "object" && inner !== null) visit(inner as Record<string, unknown>);
    }
  };
  visit(root);
  const place = places[at % places.length];
  if (!place) return value;
  const { holder, key } = place;
  const inner = holder[key];
  if (kind === "add" && typeof inner === "object" && inner !== null && !Array.isArray(inner))
    (inner as Record<string, unknown>)[name] = other;
  else if (kind === "remove" && holder !== root) delete holder[key];
  else holder[key] = other;
  return root.value;
}
