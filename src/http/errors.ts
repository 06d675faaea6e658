/** Every failure is sent with the one error body. Failures of Fastify and Node are distinguished by code, never by message. */
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError, type ApiErrorCode, errorBody } from "#contract/errors.ts";
import { newId } from "#contract/ids.ts";
import type { Log } from "#platform/log.ts";
import { withUnknown } from "./body/unknown-properties.ts";

const FASTIFY_CODES: Record<string, ApiErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_content_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad_request",
  FST_ERR_CTP_EMPTY_JSON_BODY: "malformed_json",
  FST_ERR_CTP_INVALID_JSON_BODY: "malformed_json",
  FST_ERR_BAD_URL: "bad_request",
};

export function errorHandler(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = withUnknown(apiErrorOf(error), request);
    if (known.status === 500) log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, "a request failed");
    sendError(reply, known, request.id);
  };
}

export function sendError(reply: FastifyReply, error: ApiError, requestId: string): void {
  if (error.retryAfterSeconds !== null) reply.header("retry-after", String(error.retryAfterSeconds));
  reply.code(error.status).header("cache-control", "no-store").type("application/json; charset=utf-8").send(errorBody(error, requestId));
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return new ApiError("internal");
  const code = "code" in error && typeof error.code === "string" ? FASTIFY_CODES[error.code] : undefined;
  if (code) return new ApiError(code, { cause: error });
  const status = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  return new ApiError(status >= 400 && status < 500 ? "bad_request" : "internal", { cause: error });
}

/** Time for the client to read the response and close the connection. */
const CLOSING_MS_MAX = 500;

/**
 * Responds to input that Node cannot parse as HTTP: broken request lines, oversized or non-ASCII headers, a request that takes too long. A
 * connection that a browser opened in advance and has not used yet is closed without a word: a response would be taken for that of its first
 * request.
 */
export function answerBrokenRequest(_error: Error, socket: Socket): void {
  if (!socket.writable || socket.destroyed) return;
  if (socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const requestId = newId("req");
  const body = JSON.stringify(
    errorBody(
      new ApiError("bad_request", { detail: "The request is not valid HTTP, its headers are too large, or it took too long." }),
      requestId,
    ),
  );
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Destroying a socket while bytes still arrive resets the connection, and the response would be lost.
  setTimeout(() => socket.destroy(), CLOSING_MS_MAX).unref();
}
