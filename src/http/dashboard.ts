/** Serves the dashboard's files, built by `npm run build`, with their Content-Security-Policy. */
import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import { ApiError } from "#contract/errors.ts";
import type { App } from "./app.ts";
import { sendError } from "./errors.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../dashboard/dist");
/** First path segments of the dashboard's pages; any other unknown path is a 404. */
const PAGES = [
  "sign-in",
  "join",
  "keys",
  "playground",
  "tasks",
  "review",
  "templates",
  "lists",
  "packets",
  "batches",
  "recruiting",
  "webhooks",
  "usage",
  "inboxes",
  "members",
  "settings",
];
const YEAR_MS = 31_536_000_000;

const OWN_FILES_ONLY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export async function addDashboard(app: App): Promise<void> {
  const isBuilt = existsSync(path.join(FOLDER, "index.html"));
  const page = { schema: { hide: true } };
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: FOLDER,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isNamedByContent = file.includes(`${path.sep}assets${path.sep}`);
        reply.header("cache-control", isNamedByContent ? `public, max-age=${YEAR_MS / 1000}, immutable` : "no-cache");
      },
    });
  }
  for (const address of ["/", ...PAGES.flatMap((name) => [`/${name}`, `/${name}/*`])])
    app.get(address, page, async (request, reply) => {
      reply.header("content-security-policy", OWN_FILES_ONLY);
      if (isBuilt) return reply.sendFile("index.html");
      sendError(
        reply,
        new ApiError("not_found", { detail: "The dashboard is not built. Run `npm run build`, then start again." }),
        request.id,
      );
    });
}
