/**
 * Checks key and rate, in one statement, before a byte of the body is read. The dashboard's pages send a session cookie instead of a key.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { hashApiKey, isApiKeyShape } from "#accounts/api-key.ts";
import type { Admission } from "#accounts/keys.store.ts";
import type { Rates } from "#accounts/rates.ts";
import type { Sessions } from "#accounts/sessions.ts";
import { ApiError } from "#contract/errors.ts";
import { DASHBOARD_REQUESTS_PER_MINUTE, RATE_WINDOW_SECONDS } from "#contract/tiers.ts";
import type { Caller } from "#platform/audit.store.ts";
import { READS } from "./roles.ts";
import { takeSession } from "./session.ts";
import type { WrongKeys } from "./wrong-keys.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set on every route that requires a key or a session. */
    accountId: string;
    caller: Caller;
  }
  interface FastifyContextConfig {
    /** Whose signed URL the request came by, in place of a key; null when it came without a signature. Throws ApiError 401, 404. */
    signedBy?: (request: FastifyRequest) => Promise<string | null>;
  }
}

type SessionDeps = { rates: Rates; sessions: Sessions; publicUrl: string };
type Deps = SessionDeps & { wrongKeys: WrongKeys };

/** An onRequest hook. Throws ApiError 401, 403, 429; sets the rate headers for every known caller. */
export function authenticate(deps: Deps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization, cookie } = request.headers;
    const signedBy = (await request.routeOptions.config.signedBy?.(request)) ?? null;
    if (signedBy !== null) await admitSigned(deps, request, reply, signedBy);
    else if (authorization === undefined && deps.sessions.hasCookie(cookie))
      await admitSession(deps, request, reply, !READS.includes(request.method));
    else await admitKey(deps, request, reply);
  };
}

/**
 * For session routes: they ignore API keys and are not limited by the account's rate, so a limited user can still sign out or revoke a key.
 * Throws ApiError 401, 403, 429.
 */
export function authenticateSession(deps: SessionDeps) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> => admitSession(deps, request, reply, false);
}

async function admitKey({ rates, wrongKeys }: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { authorization } = request.headers;
  const key = apiKeyOf(authorization);
  const hash = key === null ? null : hashApiKey(key);
  if (hash) await wrongKeys.beforeLookUp(request.ip, hash);
  const admission = hash && (await rates.admitKey(hash));
  if (!admission) {
    if (authorization !== undefined) wrongKeys.count(request.ip);
    reply.header("www-authenticate", "Bearer");
    throw new ApiError("unauthorized");
  }
  request.accountId = admission.accountId;
  request.caller = { accountId: admission.accountId, actor: `key:${admission.keyId}`, ip: request.ip };
  keepToRate(reply, admission);
}

async function admitSigned({ rates }: Deps, request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<void> {
  const admission = await rates.admitOther({ accountId, by: accountId, perMinute: null });
  if (!admission) throw new ApiError("unauthorized");
  request.accountId = accountId;
  request.caller = { accountId, actor: "signed_url", ip: request.ip };
  keepToRate(reply, admission);
}

/**
 * Dashboard requests that start work count towards the account's rate; others have a separate limit, so that open pages do not use up the
 * account's rate.
 */
async function admitSession(
  { rates, sessions, publicUrl }: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  makesWork: boolean,
): Promise<void> {
  const { accountId, personId } = await takeSession(sessions, request, reply, publicUrl);
  const admission = await rates.admitOther(
    makesWork
      ? { accountId, by: accountId, perMinute: null }
      : { accountId, by: `dashboard:${personId}`, perMinute: DASHBOARD_REQUESTS_PER_MINUTE },
  );
  if (!admission) throw new ApiError("unauthorized");
  keepToRate(reply, admission);
}

/** `KEY`, `Bearer KEY`, `bearer  KEY`. Null when it cannot be a key. */
export function apiKeyOf(header: string | undefined): string | null {
  const text = (header ?? "").trim();
  const key = /^bearer\s+/i.test(text) ? text.replace(/^bearer\s+/i, "") : text;
  return isApiKeyShape(key) ? key : null;
}

/** Sets the headers of the IETF draft ratelimit-headers (structured fields) and the older X- ones. Throws ApiError 429. */
function keepToRate(reply: FastifyReply, { ratePerMinute, used, resetMs, retryMs }: Admission): void {
  const remaining = Math.max(0, ratePerMinute - used);
  const reset = Math.min(RATE_WINDOW_SECONDS, Math.max(0, Math.ceil(resetMs / 1000)));
  reply.headers({
    "ratelimit-policy": `"requests";q=${ratePerMinute};w=${RATE_WINDOW_SECONDS}`,
    ratelimit: `"requests";r=${remaining};t=${reset}`,
    "x-ratelimit-limit": String(ratePerMinute),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
  });
  if (retryMs <= 0) return;
  const seconds = Math.ceil(retryMs / 1000);
  throw new ApiError("rate_limited", {
    detail: `Rate limit of ${ratePerMinute} requests per minute exceeded. Try again in ${seconds} s.`,
    retryAfterSeconds: seconds,
  });
}
