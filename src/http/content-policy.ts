/** Content-Security-Policy headers: data responses allow nothing, and the reference page may run only its own script. */
import { createHash } from "node:crypto";
import type { App } from "./app.ts";

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** For every response that does not set its own policy, as the dashboard's pages do. */
export function addContentPolicy(app: App): void {
  app.addHook("onSend", async (_request, reply, payload) => {
    if (reply.hasHeader("content-security-policy")) return payload;
    const isPage = String(reply.getHeader("content-type") ?? "").startsWith("text/html") && typeof payload === "string";
    reply.header("content-security-policy", isPage ? referencePolicy(payload) : NOTHING);
    return payload;
  });
}

/** The reference page has an inline script with its settings, allowed by its hash; that script creates the styles. */
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
