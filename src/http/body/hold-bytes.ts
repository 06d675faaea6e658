/** Reserves memory for each request body or response file before it is read, until the response is sent or the connection is closed. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#http/app.ts";
import { networkOf } from "#http/network.ts";
import { type HeldBytes, openHeldBytes } from "./held-bytes.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Reserves more bytes: for a body without Content-Length, or a file that the request names. Throws as HeldBytes. */
    takeMore: ((bytes: number) => Promise<void>) | null;
  }
  interface FastifyContextConfig {
    /** The largest file that this route responds with. */
    answerBytesMax?: number;
    /** The body is a file, which its handler stores as it arrives. */
    takesFile?: true;
  }
}

/** A client that reads nothing of a file for this long is considered gone. */
const SILENT_READER_MS = 60_000;

/** Has to be added before the hook that asks for the body: the caller is known by then, and no byte of the body was read. */
export function holdBytes(app: App): void {
  const heldBytes = openHeldBytes();
  app.decorateRequest("takeMore", null);
  app.addHook("preParsing", async (request, reply) => {
    const { answerBytesMax = 0, takesFile = false } = request.routeOptions.config;
    if (takesFile) {
      request.takeMore = takerFor(heldBytes, request, reply);
      return;
    }
    // Of files that are parts of the body only one is in memory at a time.
    const heldMax = isMultipart(request) ? LIMITS.documentBytesMax : Number.POSITIVE_INFINITY;
    const isOpen = request.headers["transfer-encoding"] !== undefined && hasBody(request);
    const bodyBytes = isOpen && isMultipart(request) ? heldMax : bodyBytesOf(request);
    const bytes = Math.max(Math.min(bodyBytes, heldMax), answerBytesMax);
    if (bytes === 0 && !isOpen) return;
    if (answerBytesMax > 0) reply.raw.setTimeout(SILENT_READER_MS, () => reply.raw.destroy());
    const take = takerFor(heldBytes, request, reply);
    request.takeMore = take;
    if (bytes > 0) await take(bytes);
  });
}

/** Reserves memory for a file that the request names. */
export const takeOf =
  ({ takeMore }: FastifyRequest) =>
  async (bytes: number): Promise<void> =>
    takeMore?.(bytes);

function takerFor(heldBytes: HeldBytes, request: FastifyRequest, reply: FastifyReply): (bytes: number) => Promise<void> {
  const caller = request.accountId || networkOf(request.ip);
  const held = new DisposableStack();
  const gone = new AbortController();
  reply.raw.once("close", () => {
    gone.abort(new Error("the connection is closed"));
    held.dispose();
  });
  return async (bytes) => {
    const permit = await heldBytes.take(caller, bytes, gone.signal);
    if (gone.signal.aborted) permit[Symbol.dispose]();
    else held.use(permit);
  };
}

const isMultipart = ({ headers }: FastifyRequest): boolean => headers["content-type"]?.startsWith("multipart/") === true;

const hasBody = ({ method }: FastifyRequest): boolean => method !== "GET" && method !== "HEAD";

/** Content-Length of the body. Throws ApiError 400 when it exceeds the route's limit. */
function bodyBytesOf(request: FastifyRequest): number {
  const contentLength = hasBody(request) ? Number(request.headers["content-length"] ?? 0) : 0;
  if (contentLength > (request.routeOptions.bodyLimit ?? 0)) throw new ApiError("body_too_large");
  return contentLength;
}
