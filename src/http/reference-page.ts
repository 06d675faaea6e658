/** The API reference at /docs. Its page holds four megabytes of script, so it is loaded with the first visit. */
import fastify from "fastify";
import { once } from "#contract/memo.ts";
import type { App } from "#http/app.ts";

const PREFIX = "/docs";
const PATHS = [PREFIX, `${PREFIX}/js/scalar.js`];

/** The page and its script, answered by a server of their own that listens nowhere. */
export function addReferencePage(app: App): void {
  const load = once(open);
  for (const path of PATHS)
    app.get(path, { schema: { hide: true } }, async ({ url }, reply) => {
      const { statusCode, headers, rawPayload } = await (await load()).inject({ url });
      if (headers.location !== undefined) reply.header("location", headers.location);
      reply.code(statusCode).type(headers["content-type"] ?? "text/plain");
      return headers["content-type"]?.startsWith("text/html") ? rawPayload.toString() : rawPayload;
    });
}

async function open() {
  const { default: reference } = await import("@scalar/fastify-api-reference");
  const server = fastify();
  await server.register(reference, {
    routePrefix: PREFIX,
    configuration: {
      url: "/openapi.json",
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: "never",
      defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
      authentication: { preferredSecurityScheme: "ApiKey" },
      // Hides the link to the library's site; the library is named with its licence.
      customCss: "a[href*='scalar.com'] { display: none; }",
    },
  });
  await server.ready();
  return server;
}
