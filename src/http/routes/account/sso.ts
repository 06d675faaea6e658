/**
 * POST /sso/start: begins signing in with the OIDC provider. GET /sso/callback/oidc: the provider sends the browser back here. POST /sso/back-channel-logout: the
 * provider ends sessions.
 */
import { SsoBody, SsoCallbackQuery, SsoLogoutBody, SsoStart } from "#contract/account.ts";
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#http/app.ts";
import type { EntranceDeps } from "#http/http-deps.ts";
import { errorReplies } from "#http/replies.ts";
import { browserHeaders } from "#http/session.ts";
import { welcome } from "./sign-in.ts";

const base = { tags: ["account"] };
/** What a provider and a browser say to each other is OpenID Connect's, and not of the described API. */
const OF_THE_PROTOCOL = { hide: true };

export function sso(app: App, deps: Pick<EntranceDeps, "db" | "sessions">): void {
  const { sessions } = deps;
  const start = { ...base, summary: "Begin signing in with the provider", body: SsoBody, response: { 200: SsoStart, ...errorReplies } };
  app.post("/sso/start", { schema: start, bodyLimit: LIMITS.accountBodyBytesMax }, async (request, reply) => {
    const { url, setCookie } = await sessions.beginAtProvider(browserHeaders(request), {
      token: request.body.token ?? null,
      next: request.body.next ?? null,
    });
    reply.header("set-cookie", setCookie);
    return { url };
  });

  app.get("/sso/callback/oidc", { schema: { ...OF_THE_PROTOCOL, querystring: SsoCallbackQuery } }, async (request, reply) => {
    const query = request.url.split("?")[1] ?? "";
    try {
      const { setCookie, next } = await sessions.endAtProvider(browserHeaders(request), query, { actor: "service", ip: request.ip });
      await welcome(deps, request, setCookie);
      return reply.header("set-cookie", setCookie).redirect(next, 302);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      request.log.info({ code: error.code, reason: error.message }, "signing in with the provider was refused");
      return reply.redirect(`/sign-in?refused=${error.code}`, 302);
    }
  });
}

/** The provider itself calls it: there is no browser and no session. */
export function ssoLogout(app: App, { sessions }: Pick<EntranceDeps, "sessions">): void {
  const schema = { ...OF_THE_PROTOCOL, body: SsoLogoutBody };
  app.post("/sso/back-channel-logout", { schema, bodyLimit: LIMITS.accountBodyBytesMax }, async (request, reply) => {
    await sessions.endByProvider(request.body.logout_token);
    return reply.header("cache-control", "no-store").send(null);
  });
}
