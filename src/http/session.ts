/** The dashboard's session of a request, and the check that the request comes from the dashboard's own pages. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session, Sessions } from "#accounts/sessions.ts";
import { ApiError } from "#contract/errors.ts";
import { mayAs } from "#contract/roles.ts";
import { cameThroughProxy, isLoopback } from "#platform/peer.ts";
import type { TrustProxy } from "#platform/trust-proxy.ts";
import { READS, roleFor } from "./roles.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set when a person is signed in. */
    session: Session | null;
  }
}

/** Throws ApiError 403. */
function refuseRole({ method, routeOptions }: FastifyRequest, { workspace }: Session): void {
  if (!mayAs(workspace.role, roleFor(method, routeOptions.url ?? ""))) throw new ApiError("role_too_low");
}

/** Finds the session of the request's cookie and extends it. Throws ApiError 401, 403. */
export async function takeSession(sessions: Sessions, request: FastifyRequest, reply: FastifyReply, publicUrl: string): Promise<Session> {
  refuseCrossSite(request, publicUrl);
  const found = await sessions.find(browserHeaders(request));
  if (!found) throw new ApiError("unauthorized", { detail: "Your session has ended. Sign in again." });
  const { setCookie, ...session } = found;
  if (setCookie.length > 0) reply.header("set-cookie", setCookie);
  request.session = session;
  request.accountId = session.accountId;
  request.caller = { accountId: session.accountId, actor: `person:${session.personId}`, ip: request.ip };
  refuseRole(request, session);
  return session;
}

/**
 * CSRF check for unsafe methods: Origin has to be our own. Browsers always send Origin with POST, PUT, PATCH and DELETE, so a request
 * without one comes from no browser page. Throws ApiError 403.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  if (READS.includes(request.method)) return;
  const { origin, "sec-fetch-site": site } = request.headers;
  const isOurs = origin !== undefined && URL.canParse(origin) && hostsOf(request, publicUrl).includes(new URL(origin).host);
  if (!isOurs || (site !== undefined && site !== "same-origin")) throw new ApiError("cross_site");
}

/** The host of the public URL, and the host under which this request reached us. */
const hostsOf = (request: FastifyRequest, publicUrl: string) => [new URL(publicUrl).host, request.host];

/** Any other name may be an attacker's that resolves to this machine (DNS rebinding). */
const OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether the request was sent on this machine. A local proxy has a loopback address too, so there must be no trace of one: proxy headers,
 * or HTTP/1.0, which proxies use and browsers do not.
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
