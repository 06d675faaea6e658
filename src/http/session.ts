/** Who is signed in to the dashboard, and that a request comes from its own pages. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session, Sessions } from "#accounts/sessions.ts";
import { ApiError } from "#contract/errors.ts";
import { cameThroughProxy, isLoopback } from "#platform/peer.ts";
import type { TrustProxy } from "#platform/trust-proxy.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set where somebody is signed in. */
    session: Session | null;
  }
}

/** Methods that change nothing. */
export const READS = ["GET", "HEAD", "OPTIONS"];

/** Finds the session of the request's cookie and prolongs it. Throws ApiError 401, 403. */
export async function takeSession(sessions: Sessions, request: FastifyRequest, reply: FastifyReply, publicUrl: string): Promise<Session> {
  refuseCrossSite(request, publicUrl);
  const found = await sessions.find(browserHeaders(request));
  if (!found) throw new ApiError("unauthorized", { detail: "Your session has ended. Sign in again." });
  const { setCookie, ...session } = found;
  if (setCookie.length > 0) reply.header("set-cookie", setCookie);
  request.session = session;
  request.accountId = session.accountId;
  request.caller = { accountId: session.accountId, actor: `session:${session.sessionId}`, ip: request.ip };
  return session;
}

/**
 * What changes something has to say that it comes from our own pages. Browsers always send Origin with a POST, PUT, PATCH or DELETE;
 * a request without one is none of theirs. Throws ApiError 403.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  if (READS.includes(request.method)) return;
  const { origin, "sec-fetch-site": site } = request.headers;
  const isOurs = origin !== undefined && URL.canParse(origin) && hostsOf(request, publicUrl).includes(new URL(origin).host);
  if (!isOurs || (site !== undefined && site !== "same-origin")) throw new ApiError("cross_site");
}

/** The public address, and the name under which this very request reached us. */
const hostsOf = (request: FastifyRequest, publicUrl: string) => [new URL(publicUrl).host, request.host];

/** Any other name may be a stranger's that leads to this machine (DNS rebinding). */
const OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether the request was sent on this machine. A proxy on it has a loopback address too, so that nothing may tell of one. HTTP/1.0 is spoken
 * by proxies and by no browser.
 */
export function isFromHere({ raw, headers, hostname }: FastifyRequest, trustProxy: TrustProxy): boolean {
  return (
    trustProxy === false &&
    isLoopback(raw.socket.remoteAddress) &&
    raw.httpVersion !== "1.0" &&
    OWN_NAMES.includes(hostname) &&
    !cameThroughProxy(headers)
  );
}

export function browserHeaders(request: FastifyRequest): Headers {
  const { cookie, "user-agent": agent } = request.headers;
  return new Headers({
    ...(cookie === undefined ? {} : { cookie }),
    ...(agent === undefined ? {} : { "user-agent": agent.slice(0, 300) }),
  });
}
