/** Signing in and out with the OIDC provider. */
import { getOAuthState } from "better-auth/api";
import { type createRemoteJWKSet, jwtVerify } from "jose";
import { z } from "zod";
import type { authOf } from "#accounts/better-auth.ts";
import { ApiError } from "#contract/errors.ts";
import type { Actor } from "#platform/audit.store.ts";
import type { OidcConfig } from "#platform/oidc-settings.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { SignInAsk } from "./ask.ts";
import { type Flow, flows, identityOf } from "./provider.ts";
import { endSessions, type FromProvider, idTokenOf, PROVIDER } from "./sso.store.ts";

type Auth = ReturnType<typeof authOf>;

/** Where the provider's answer goes, beneath the path of better-auth. */
const CALLBACK = `/callback/${PROVIDER}`;
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

type Ask = SignInAsk & { baseUrl: string; headers: Headers };

/** The provider's address for this sign-in, and the cookie that only the browser which began may end it with. Throws ApiError 400 sso_unreachable. */
export async function beginAtProvider(auth: Auth, ask: Ask): Promise<{ url: string; setCookie: string[] }> {
  const { baseUrl, headers, token, next } = ask;
  const to = URL.parse(next ?? "/", baseUrl);
  const callbackURL = to?.origin === new URL(baseUrl).origin ? to.pathname + to.search : "/";
  const body = { provider: PROVIDER, callbackURL, errorCallbackURL: "/sign-in", additionalData: { token }, disableRedirect: true };
  const { response, headers: out } = await auth.api.signInSocial({ body, headers, returnHeaders: true }).catch((error: unknown) => {
    throw new ApiError("sso_unreachable", { cause: error });
  });
  if (!response.url) throw new ApiError("sso_unreachable");
  return { url: response.url, setCookie: out.getSetCookie() };
}

/** `next`: path of the dashboard. */
export type Returned = { setCookie: string[]; next: string; fromProvider: FromProvider };

/**
 * `query`: what the provider sent the browser back with. Throws ApiError 400: sso_failed, and what `admit` throws.
 */
export async function endAtProvider(
  auth: Auth,
  { baseUrl, query, headers, by, oidc }: { baseUrl: string; query: string; headers: Headers; by: Actor; oidc: OidcConfig },
): Promise<Returned> {
  const flow: Flow = { token: tokenOfState, by, idToken: null, claims: null };
  const url = `${baseUrl}${auth.options.basePath}${CALLBACK}?${query}`;
  const answer = await flows.run(flow, () => auth.handler(new Request(url, { headers })));
  const location = answer.headers.get("location") ?? "";
  const error = new URL(location, baseUrl).searchParams.get("error");
  if (answer.status !== 302 || error !== null || flow.idToken === null)
    throw new ApiError("sso_failed", { internal: `the provider's answer was refused: ${error ?? answer.status}` });
  const { sid } = flow.claims ?? {};
  const fromProvider = { idToken: flow.idToken, providerSession: typeof sid === "string" ? sid : null, hours: oidc.sessionHours };
  return { setCookie: answer.headers.getSetCookie(), next: location, fromProvider };
}

/** The state came back from the provider with the browser, encrypted by this server. */
async function tokenOfState(): Promise<string | null> {
  const state: unknown = await getOAuthState();
  const { success, data } = z.looseObject({ token: z.string().nullish() }).safeParse(state);
  return success ? (data.token ?? null) : null;
}

/** Where signing out goes on: OpenID Connect RP-Initiated Logout 1.0. Null: the session did not begin at the provider, or it has no such page. */
export async function signOutUrl(auth: Auth, db: Db, sessionId: string, baseUrl: string): Promise<string | null> {
  const idToken = await idTokenOf(db, sessionId);
  if (idToken === null) return null;
  const { socialProviders } = await auth.$context;
  const provider = socialProviders.find(({ id }) => id === PROVIDER);
  const url = await provider?.createEndSessionURL?.({ idToken, postLogoutRedirectURI: `${baseUrl}/sign-in` });
  return url ? String(url) : null;
}

const LogoutClaims = z.object({
  sub: z.string().optional(),
  sid: z.string().optional(),
  nonce: z.undefined().optional(),
  events: z.object({ [EVENT]: z.record(z.string(), z.unknown()) }),
});

/** The provider ends a session or all of a person: OpenID Connect Back-Channel Logout 1.0. Returns whose sessions ended. Throws ApiError 400 sso_logout_invalid. */
export async function endByProvider(auth: Auth, db: Db, oidc: OidcConfig, logoutToken: string): Promise<string[]> {
  const { socialProviders } = await auth.$context;
  const keys = socialProviders.find(({ id }) => id === PROVIDER)?.idToken;
  if (!keys || !("jwks" in keys)) throw new ApiError("sso_unreachable");
  const verified = await jwtVerify(logoutToken, keys.jwks as ReturnType<typeof createRemoteJWKSet>, {
    issuer: oidc.issuer,
    audience: oidc.clientId,
    requiredClaims: ["iat", "jti"],
    maxTokenAge: "10 minutes",
    clockTolerance: 60,
  }).catch((error: unknown) => {
    throw new ApiError("sso_logout_invalid", { cause: error });
  });
  const { success, data } = LogoutClaims.safeParse(verified.payload);
  if (!success || (data.sub === undefined && data.sid === undefined)) throw new ApiError("sso_logout_invalid");
  return endSessions(db, {
    identity: data.sub === undefined ? null : identityOf(oidc, data.sub),
    providerSession: data.sid ?? null,
  });
}
