/**
 * OpenAPI 3.1 at /openapi.json, as scripts/openapi.ts wrote it from the routes' schemas (`npm run check` fails when it is outdated); the API
 * reference at /docs. Generating it in each process would load a hundred files with each start.
 */
import { readFile } from "node:fs/promises";
import { once } from "#contract/memo.ts";
import type { App } from "./app.ts";
import { addReferencePage } from "./reference-page.ts";

const FILE = new URL("../../openapi.json", import.meta.url);

/** `publicUrl`: the server named in the reference's curl commands. */
export function addOpenApi(app: App, publicUrl: string): void {
  const described = once(async () => JSON.stringify({ ...JSON.parse(await readFile(FILE, "utf8")), servers: [{ url: publicUrl }] }));
  app.get("/openapi.json", { schema: { hide: true } }, async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send((await described()) as never),
  );
  addReferencePage(app);
}
