/** Server-sent events as responses, and a limit of how many an account has open in one process. */
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";

/** Each open dashboard page has one. */
const ACCOUNT_MAX = 32;
const RETRY_SECONDS = 5;

/** A comment at this interval keeps proxies from closing an idle stream. */
export const KEEP_ALIVE_MS = 5_000;

/** Counts the response as a stream until it is closed. Throws ApiError 429. */
export type TakeStream = (request: FastifyRequest, reply: FastifyReply) => void;

export function openStreams(): TakeStream {
  const open = new Map<string, number>();
  return ({ accountId }, reply) => {
    const before = open.get(accountId) ?? 0;
    if (before >= ACCOUNT_MAX)
      throw new ApiError("rate_limited", {
        detail: `This account has ${ACCOUNT_MAX} event streams open. Close one, or poll with \`wait\`.`,
        retryAfterSeconds: RETRY_SECONDS,
      });
    open.set(accountId, before + 1);
    reply.raw.once("close", () => {
      const left = (open.get(accountId) ?? 1) - 1;
      if (left > 0) open.set(accountId, left);
      else open.delete(accountId);
    });
  };
}

/** Proxies must not buffer or store it. Its connection is not used again: one that is left open after the stream would hold up a server that stops. */
export function sendEvents(reply: FastifyReply, events: Readable): FastifyReply {
  reply.serializer((payload: string) => payload);
  return reply
    .type("text/event-stream; charset=utf-8")
    .header("cache-control", "no-store")
    .header("connection", "close")
    .header("x-accel-buffering", "no")
    .send(events as never);
}
