/** The key, then the rate, before a byte of the body is read (contract §3). Both in one statement. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Admission, admit } from "#accounts/accounts.store.ts";
import { hashApiKey, isApiKeyShape } from "#accounts/api-key.ts";
import { ApiError } from "#contract/errors.ts";
import { RATE_WINDOW_SECONDS } from "#contract/tiers.ts";
import type { Db } from "#platform/postgres/db.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set on every route that needs a key. */
    accountId: string;
  }
}

/** An onRequest hook. Throws ApiError 401, 429; the rate headers are set in both other cases. */
export function authenticate({ db }: { db: Db }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = keyOf(request.headers.authorization);
    const admission = key === null ? null : await admit(db, hashApiKey(key));
    if (!admission) {
      reply.header("www-authenticate", "Bearer");
      throw new ApiError("unauthorized");
    }
    setRateHeaders(reply, admission);
    if (admission.retryMs > 0) {
      const seconds = Math.ceil(admission.retryMs / 1000);
      throw new ApiError("rate_limited", {
        detail: `Rate limit of ${admission.ratePerMinute} requests per minute exceeded. Try again in ${seconds} s.`,
        retryAfterSeconds: seconds,
      });
    }
    request.accountId = admission.accountId;
  };
}

/** `KEY`, `Bearer KEY`, `bearer  KEY`. Null when it cannot be a key. */
export function keyOf(header: string | undefined): string | null {
  const text = (header ?? "").trim();
  const key = /^bearer\s+/i.test(text) ? text.replace(/^bearer\s+/i, "") : text;
  return isApiKeyShape(key) ? key : null;
}

/** IETF draft ratelimit-headers (structured fields) and the older X- names. */
function setRateHeaders(reply: FastifyReply, { ratePerMinute, used, resetMs }: Admission): void {
  const remaining = Math.max(0, ratePerMinute - used);
  const reset = Math.min(RATE_WINDOW_SECONDS, Math.max(0, Math.ceil(resetMs / 1000)));
  reply.headers({
    "ratelimit-policy": `"requests";q=${ratePerMinute};w=${RATE_WINDOW_SECONDS}`,
    ratelimit: `"requests";r=${remaining};t=${reset}`,
    "x-ratelimit-limit": String(ratePerMinute),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
  });
}
