/** Describes the routes of an app from their schemas: of scripts/openapi.ts, which writes openapi.json. */
import swagger from "@fastify/swagger";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { FIELD_TYPE_MEANINGS } from "#contract/schema/field-types.ts";
import { VERSION } from "#contract/version.ts";
import type { App } from "#http/app.ts";
import { DESCRIPTIONS } from "./descriptions.ts";
import { addExamples, type Operation } from "./examples.ts";
import { addFileBody, addMultipart } from "./multipart.ts";

const DESCRIPTION = `Reads documents and answers with values that point back at the page they came from.

Send a document and a schema to \`POST /api/extractor/v1/extract-async\`; poll the task, follow its events, or get a signed webhook.
Every value comes with the words it was read from, their place on the page, and a confidence that is computed by rule.

Requests need an API key in the header \`Authorization\`: make one in the dashboard, or with \`winnow keys create --name NAME\`. All commands on this page work once
that key is in them. A POST with an \`Idempotency-Key\` can be sent again safely; \`Prefer: handling=strict\` refuses properties that are not known.

## Field types

A field is \`{"name", "type", "description"}\`; without \`type\` it is a \`string\`.

| type | what \`data\` has |
|---|---|
${Object.entries(FIELD_TYPE_MEANINGS)
  .map(([type, meaning]) => `| \`${type}\` | ${meaning} |`)
  .join("\n")}
`;

const TAGS = [
  { name: "extraction", description: "Documents in, values with evidence out" },
  { name: "tasks", description: "The state, values and evidence of each document" },
  { name: "outboxes", description: "Where results go by themselves" },
  { name: "inboxes", description: "Where documents come from by themselves" },
  { name: "review", description: "Checking values as work of several people" },
  { name: "batches", description: "Many documents in one request, and one webhook when all are read" },
  { name: "uploads", description: "Files that are sent on their own first, and named in requests by their id" },
  { name: "templates", description: "Saved schemas with versions" },
  { name: "packets", description: "Files that hold several documents, cut into tasks" },
  { name: "lists", description: "Rows that rules of templates look up" },
  { name: "webhooks", description: "Signed calls to your server, and their log" },
  { name: "recruiting", description: "Résumés read, and scored against the skills of a job" },
  { name: "positions", description: "Jobs to fill, with ranked applications" },
  { name: "account", description: "People, sessions and API keys, for the dashboard: with the cookie of a session instead of a key" },
  { name: "service", description: "Health, metrics, this description" },
];

const ANSWERS: Record<string, string> = {
  200: "Done",
  201: "Created",
  204: "Deleted",
  400: "The request is well-formed but cannot be used; `error_code` and `detail` say why",
  401: "Missing or invalid API key, or session",
  403: "Only for requests with a session: they have to come from the dashboard's pages, and some are for the owner alone",
  404: "Nothing with this id exists in this account",
  422: "Something in the request is missing or wrong; `detail` names each place",
  429: "Too many requests or too much queued work; try again after `retry_after` seconds",
  500: "Something went wrong on our side",
  503: "Not ready",
};

/** Before any route is added. `app.swagger()` has the description once the app is ready. */
export async function describeRoutes(app: App, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Winnow", version: VERSION, description: DESCRIPTION, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
      tags: TAGS,
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          ApiKey: { type: "apiKey", in: "header", name: "Authorization", description: "The key alone, or `Bearer KEY`." },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (input) => explained(tidy(jsonSchemaTransformObject(input))),
  });
}

/** Adds a description to each operation without one, and an example to each body and response. */
function explained<T extends object>(document: T): T {
  const { paths = {} }: { paths?: Record<string, Record<string, Operation>> } = document;
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      operation.description ??= DESCRIPTIONS[name] ?? "";
      addMultipart(name, operation);
      addFileBody(name, operation);
      addExamples(name, operation);
    }
  return document;
}

/**
 * The generator emits every schema twice, as input and as output. Removes unused ones, and gives a schema that is used in one direction
 * only its plain name.
 */
function tidy<T extends object>(document: T): T {
  const all: { components?: { schemas?: Record<string, unknown> }; paths?: unknown } = document;
  const schemas = all.components?.schemas ?? {};
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([^"/]+)/g)) {
      if (name === undefined || used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(all.paths);
  const nameOf = (name: string) => {
    const plain = name.replace(/Input$/, "");
    return used.has(plain) && JSON.stringify(schemas[plain]) !== JSON.stringify(schemas[name]) ? name : plain;
  };
  const kept = Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => used.has(name))
      .map(([name, schema]) => [nameOf(name), schema]),
  );
  const text = JSON.stringify({ ...all, components: { ...all.components, schemas: kept } });
  const renamed = text.replace(/"#\/components\/schemas\/([^"/]+)/g, (_, name: string) => `"#/components/schemas/${nameOf(name)}`);
  return JSON.parse(renamed, (key, value) =>
    isAnswer(value) && ANSWERS[key] !== undefined ? { ...value, description: ANSWERS[key] } : value,
  );
}

const isAnswer = (value: unknown): value is object =>
  typeof value === "object" && value !== null && "description" in value && value.description === "Default Response";
