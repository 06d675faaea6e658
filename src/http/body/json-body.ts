/** Parses request bodies: JSON, and only values that the database and all later readers can process. */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { ApiError, invalid } from "#contract/errors.ts";
import type { App } from "#http/app.ts";
import { checkShape } from "./json-shape.ts";
import { readBody, requestHash } from "./read-body.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Hash of method, URL and body, for requests with an Idempotency-Key and a body. */
    requestHash: Buffer | null;
  }
}

export function addJsonBody(app: App): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest("requestHash", null);
  addJsonType(app, "application/json");
}

/** Reads bodies of this media type as JSON, too. */
export function addJsonType(app: App, mediaType: string): void {
  app.addContentTypeParser(mediaType, async (request: FastifyRequest, payload: IncomingMessage) => {
    if (!PLAIN.includes(request.headers["content-encoding"] ?? "")) throw new ApiError("unsupported_encoding");
    const isCompared = request.headers["idempotency-key"] !== undefined;
    const { bytes, hash } = await readBody(request, payload, isCompared ? requestHash(request) : null);
    // Many clients send the type with every request, also with one that has no body.
    if (bytes.length === 0 && request.routeOptions.schema?.body === undefined) return undefined;
    request.requestHash = hash;
    return parseJson(bytes);
  });
}

/** Values of Content-Encoding that mean no encoding. */
export const PLAIN = ["", "identity"];

/** Throws ApiError 400 malformed_json, 422. */
export function parseJson(bytes: Buffer): unknown {
  const isSuspect = ESCAPES.some((each) => bytes.includes(each));
  checkShape(bytes);
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    if (isSuspect) checkTexts(value);
    return value;
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError("malformed_json", { cause: error });
  }
}

/** The escapes of NUL and of surrogates in JSON. Without them no text needs a check. */
const ESCAPES = ["\\u0000", "\\ud", "\\uD"];

/** PostgreSQL stores no NUL in texts and rejects JSON with an unpaired surrogate. Throws ApiError 422. */
function checkTexts(value: unknown): void {
  if (typeof value === "string") checkText(value);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    checkText(key);
    checkTexts(inner);
  }
}

/** Throws ApiError 422. */
export function checkText(text: string): void {
  if (text.includes("\u0000")) throw invalid(["body"], "A text cannot contain the character U+0000.", "string_nul");
  if (!text.isWellFormed())
    throw invalid(["body"], "A text cannot contain half of a character: a surrogate without its other half.", "string_surrogate");
}
