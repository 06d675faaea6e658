/** OpenAPI 3.1 from the routes' own schemas, at /openapi.json; a page to read it at /docs. */
import swagger from "@fastify/swagger";
import reference from "@scalar/fastify-api-reference";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { App } from "./server.ts";

const DESCRIPTION = `Reads documents and answers with values that point back at the page they came from.

Send a document and a schema to \`POST /api/extractor/v1/extract-async\`; poll the task, follow its events, or get a signed webhook.
Every value comes with the words it was read from, their place on the page, and a confidence that is computed by rule.`;

export async function addOpenApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Winnow", version: "1.0.0", description: DESCRIPTION, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
      tags: [
        { name: "extraction", description: "Documents in, values with evidence out" },
        { name: "tasks", description: "What became of a document" },
        { name: "templates", description: "Saved schemas with versions" },
        { name: "webhooks", description: "Signed notices and their log" },
        { name: "service", description: "Health, metrics, this description" },
      ],
      components: {
        securitySchemes: {
          ApiKey: { type: "apiKey", in: "header", name: "Authorization", description: "The key alone, or `Bearer KEY`." },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  await app.register(reference, {
    routePrefix: "/docs",
    configuration: { url: "/openapi.json", telemetry: false, withDefaultFonts: false },
  });
}
