/** CORS: which other origins may call the API from a browser; with a key only, never with a session cookie. */
import cors from "@fastify/cors";
import type { FastifyRequest } from "fastify";
import type { CorsOrigins } from "#platform/config-hosts.ts";
import type { App } from "./app.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE"];
/** Request headers that a page may send. */
const SENT = [
  "Authorization",
  "Content-Digest",
  "Content-MD5",
  "Content-Type",
  "Document-Password",
  "Idempotency-Key",
  "Last-Event-ID",
  "Prefer",
  "traceparent",
];
/** Response headers that a page's script may read. */
const READ = [
  ...[
    "Content-Disposition",
    "Idempotent-Replayed",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
  ],
  ...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"],
];
const PREFLIGHT_SECONDS = 7_200;

/** Has to be added before authentication: browsers send preflight requests without a key. */
export async function addCors(app: App, origins: CorsOrigins): Promise<void> {
  if (origins !== "*" && origins.length === 0) return;
  const allowed = {
    origin: origins,
    credentials: false,
    methods: METHODS,
    allowedHeaders: SENT,
    exposedHeaders: READ,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  };
  await app.register(cors, { delegator: async (request: FastifyRequest) => (bringsSession(request) ? { origin: false } : allowed) });
}

const bringsSession = ({ headers }: FastifyRequest): boolean => headers.cookie !== undefined && headers.authorization === undefined;
