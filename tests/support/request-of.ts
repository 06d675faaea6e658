/** Requests for any operation of openapi.json, right and wrong, with what the description says of each. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { openapi, operations } from "./openapi.ts";
import { type Change, change, changed, described, type JsonSchema, oddText, type Schemas } from "./values-of.ts";

export type Operation = (typeof operations)[number];
/** Which id stands in the address: one that exists, one of another kind, one that does not exist, or no id at all. */
export type IdChoice = { kind: "own" | "other" | "none" } | { kind: "odd"; text: string };
export type FuzzRequest = {
  operation: Operation;
  method: string;
  id: IdChoice;
  /** With its `?`, or empty. */
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** `right`: all of it is as described. `wrong`: body or query is not. `odd`: nothing is said of it. */
  expected: "right" | "wrong" | "odd";
};

const schemas = openapi.components.schemas as Schemas;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "winnow", components: openapi.components });
const checks = new Map<string, ValidateFunction>();

function isDescribed(name: string, value: unknown): boolean {
  const check = checks.get(name) ?? ajv.compile({ $ref: `winnow#/components/schemas/${name}` });
  checks.set(name, check);
  return check(value);
}

/** One time in nine; null else. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 8 }, { arbitrary, weight: 1 });

/** Ones that cost much, such as a hash of a password or a picture (and a new session after a sign-out), come seldom. */
const COSTLY = /sign-in|sign-out|sign-up|password|suggest|evaluate$|analyze-job|pages/;

/** Its answer ends after five minutes, unless a query says otherwise. */
const ENDLESS = "/api/extractor/v1/events";

export function requestOf(bodies: Record<string, Record<string, unknown>>): fc.Arbitrary<FuzzRequest> {
  const ending = operations.filter(({ path }) => path !== ENDLESS);
  const each = ending.map((operation) => ({ arbitrary: requestFor(operation, bodies), weight: COSTLY.test(operation.path) ? 1 : 4 }));
  return fc.oneof(...each);
}

function requestFor(operation: Operation, bodies: Record<string, Record<string, unknown>>): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      id: idChoice(operation),
      query: queryOf(operation),
      body: operation.body === null ? bodyNobodyAskedFor : bodyOf(operation.body, bodies[operation.body] ?? {}),
      odd: seldom(oddity),
    })
    .map(({ id, query, body, odd }) => {
      const isOdd = odd !== null || id.kind === "odd";
      return {
        operation,
        method: odd?.method ?? operation.method,
        id,
        query: query.text + (odd?.query ?? ""),
        headers: { ...body.headers, ...odd?.headers },
        body: body.text,
        expected: isOdd ? "odd" : query.isRight && body.isRight ? "right" : "wrong",
      };
    });
}

function idChoice({ path }: Operation): fc.Arbitrary<IdChoice> {
  if (!path.includes("{")) return fc.constant({ kind: "own" });
  const odd = oddText.map((text) => ({
    kind: "odd" as const,
    text: /^[\ud800-\udfff]|\p{Surrogate}/u.test(text) ? "%ed%a0%80" : encodeURIComponent(text),
  }));
  const raw = fc
    .constantFrom(
      "%",
      "%zz",
      "..",
      ".",
      "%2e%2e",
      "%2F",
      "%00",
      "a%20b",
      ";",
      "x".repeat(201),
      "x".repeat(5_000),
      "{task_id}",
      "*",
      "~",
      "\xff",
    )
    .map((text) => ({ kind: "odd" as const, text }));
  return fc.oneof(
    { arbitrary: fc.constant({ kind: "own" as const }), weight: 6 },
    { arbitrary: fc.constantFrom({ kind: "other" as const }, { kind: "none" as const }), weight: 2 },
    { arbitrary: fc.oneof(odd, raw), weight: 1 },
  );
}

type Query = { text: string; isRight: boolean };

function queryOf({ parameters }: Operation): fc.Arbitrary<Query> {
  const each = parameters
    .filter(({ in: where }) => where === "query")
    .map(({ name, schema }) => {
      const shape = resolved(schema);
      const right = described(shape, schemas, name).map(String);
      const odd = shape.type === "integer" ? fc.oneof(oddText, almostNumber) : oddText;
      const values = fc.oneof(
        { arbitrary: right.map((text) => [text]), weight: 6 },
        { arbitrary: odd.map((text) => [text]), weight: 2 },
        fc.tuple(right, right),
      );
      return fc.option(values, { freq: 1 }).map((chosen): Query => {
        const sent = (chosen ?? []).map((text) => text.toWellFormed());
        return {
          text: sent.map((text) => `&${name}=${encodeURIComponent(text)}`).join(""),
          isRight: sent.length === 0 || (sent.length === 1 && fitsQuery(shape, sent[0] ?? "")),
        };
      });
    });
  return fc.tuple(...each).map((parts) => {
    const text = parts.map((part) => part.text).join("");
    return { text: text === "" ? "" : `?${text.slice(1)}`, isRight: parts.every(({ isRight }) => isRight) };
  });
}

const almostNumber = fc.constantFrom("", " ", "0x10", "1e1", "+5", " 5", "5.0", "٥", "5,5", "-0", "1_0", "NaN", "9".repeat(400));

const resolved = (schema: JsonSchema): JsonSchema => (schema.$ref ? (schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema);

function fitsQuery(
  { type, enum: allowed, minimum = -Infinity, maximum = Infinity, maxLength = Infinity, pattern }: JsonSchema,
  text: string,
): boolean {
  if (allowed) return allowed.includes(text);
  if (type === "integer") return /^-?\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  return [...text].length <= maxLength && (pattern === undefined || new RegExp(pattern).test(text));
}

type Body = { text: string | undefined; headers: Record<string, string>; isRight: boolean };

const JSON_TYPE = { "content-type": "application/json" };
const bodyNobodyAskedFor: fc.Arbitrary<Body> = fc.oneof(
  { arbitrary: fc.constant({ text: undefined, headers: {}, isRight: true }), weight: 9 },
  { arbitrary: fc.constant({ text: "{}", headers: JSON_TYPE, isRight: true }), weight: 1 },
);

/** An example with some of its parts made anew and up to three places changed; then written as JSON, or as what is almost JSON. */
function bodyOf(name: string, example: Record<string, unknown>): fc.Arbitrary<Body> {
  const made = described(schemas[name] ?? {}, schemas) as fc.Arbitrary<Record<string, unknown>>;
  return fc
    .record({
      made,
      keep: fc.infiniteStream(fc.boolean()),
      changes: fc.array(change, { maxLength: 3 }),
      isChanged: fc.boolean(),
      writing: seldom(writing),
    })
    .map(({ made, keep, changes, isChanged, writing }) => {
      const parts = Object.entries(made).filter(() => keep.next().value);
      const mixed: unknown = { ...example, ...Object.fromEntries(parts) };
      const value = (isChanged ? changes : []).reduce((before: unknown, each: Change) => changed(before, each), mixed);
      const plain = JSON.stringify(value) ?? "null";
      const text = writing ? writing.write(plain) : plain;
      const headers = writing?.contentType === undefined ? JSON_TYPE : { "content-type": writing.contentType };
      return { text, headers, isRight: writing?.contentType === undefined && isRightJson(name, text) };
    });
}

function isRightJson(name: string, text: string | undefined): boolean {
  try {
    return text !== undefined && isDescribed(name, JSON.parse(text));
  } catch {
    return false;
  }
}

/** Ways to write a JSON text that its sender did not mean well. */
const writing: fc.Arbitrary<{ write: (json: string) => string | undefined; contentType?: string }> = fc.oneof(
  fc.constantFrom(
    { write: (json: string) => json.slice(0, -1) },
    { write: (json: string) => `${json}x` },
    { write: (json: string) => `\ufeff${json}` },
    { write: (json: string) => json.replace("{", '{"__proto__":{"tier":"enterprise"},"constructor":{"prototype":{"role":"owner"}},') },
    { write: (json: string) => json.replace("{", '{"a":1,"a":2,') },
    { write: (json: string) => json.replace("{", `{"deep":${"[".repeat(5_000)}${"]".repeat(5_000)},`) },
    { write: (json: string) => json.replace("{", '{"priority":1e400,"huge":123456789012345678901234567890,') },
    { write: () => "" },
    { write: () => undefined },
    { write: () => "NaN" },
  ),
  fc.constantFrom("text/plain", "application/xml", "multipart/form-data", "application/jsonx", "", "x").map((contentType) => ({
    write: (json: string) => json,
    contentType,
  })),
);

/** Of which the description says nothing. */
const oddity: fc.Arbitrary<{ method?: string; query?: string; headers?: Record<string, string> }> = fc.oneof(
  fc.constantFrom("HEAD", "OPTIONS", "PATCH", "PUT", "DELETE", "PROPFIND").map((method) => ({ method })),
  fc
    .constantFrom("?", "?&&&", "?a[b]=c", "?a=%zz", "?limit[]=5", "?__proto__=1", "&%00=%00", `?q=${"x".repeat(9_000)}`)
    .map((query) => ({ query })),
  fc
    .record({
      name: fc.constantFrom(
        "idempotency-key",
        "last-event-id",
        "accept",
        "content-encoding",
        "range",
        "if-none-match",
        "x-http-method-override",
        "x-forwarded-for",
        "origin",
        "cookie",
        "accept-encoding",
      ),
      value: fc.oneof(
        fc.constantFrom("", "x".repeat(300), "-1", "1e9", "*/*", "gzip", "bytes=0-", "\xff\xfe", "a, b", "null"),
        fc.string({ maxLength: 30 }),
      ),
    })
    .map(({ name, value }) => ({ headers: { [name]: value.replaceAll(/[^\x20-\x7e\x80-\xff]/g, "") } })),
);
