/** What a browser may do with our answers: data are only data, and the reference page runs its own script and no other. */
import { createHash } from "node:crypto";
import type { App } from "./app.ts";

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** For every answer that brings no policy of its own, as the dashboard's pages do. */
export function addContentPolicy(app: App): void {
  app.addHook("onSend", async (_request, reply, payload) => {
    if (reply.hasHeader("content-security-policy")) return payload;
    const isPage = String(reply.getHeader("content-type") ?? "").startsWith("text/html") && typeof payload === "string";
    reply.header("content-security-policy", isPage ? referencePolicy(payload) : NOTHING);
    return payload;
  });
}

/** The reference page writes its settings into a script of its own, known by its hash; its styles are made by that script. */
function referencePolicy(page: string): string {
  const scripts = [...page.matchAll(/<script(?:\s[^<>]*)?>([^<]*)<\/script>/g)].flatMap(([, text]) => (text ? [text] : []));
  const hashes = scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
