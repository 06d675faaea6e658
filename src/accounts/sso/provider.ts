/** better-auth's plug-in for OIDC: authorization code with PKCE, state and nonce; the id token is verified with the provider's keys. */
import { AsyncLocalStorage } from "node:async_hooks";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { decodeJwt, type JWTPayload } from "jose";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import type { Actor } from "#platform/audit.store.ts";
import type { OidcConfig } from "#platform/oidc-settings.ts";
import { type AdmitDeps, type Arrival, admit } from "./admit.ts";
import { PROVIDER } from "./sso.store.ts";

/** One return from the provider. `token`: of an invitation. `claims`: of the verified id token, once it is. */
export type Flow = { token: () => Promise<string | null>; by: Actor; idToken: string | null; claims: JWTPayload | null };

/** The plug-in calls back without saying for which request. */
export const flows = new AsyncLocalStorage<Flow>();

const ANSWER_MS_MAX = 10_000;

export function oidcPlugin(deps: AdmitDeps) {
  const { issuer, clientId, clientSecret, name, scopes } = deps.oidc;
  const discoveryUrl = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  // The plug-in has asked for it too, and does not hand it on. A failure is not kept.
  let endpoint: Promise<string | null> | null = null;
  const userInfoEndpoint = (): Promise<string | null> => {
    endpoint ??= endpointOf(discoveryUrl).catch((error: unknown) => {
      endpoint = null;
      throw error;
    });
    return endpoint;
  };
  return genericOAuth({
    config: [
      {
        providerId: PROVIDER,
        name,
        clientId,
        ...(clientSecret === null ? { tokenEndpointAuth: { method: "none" } } : { clientSecret }),
        discoveryUrl,
        scopes,
        pkce: true,
        requireIdTokenVerification: true,
        // Who may come in was decided by `admit`; a person whom it did not make is none.
        disableSignUp: true,
        accountSubject: ({ profile }) => identityOf(deps.oidc, String(profile.sub ?? "")),
        getUserInfo: async ({ idToken, accessToken }) => {
          if (idToken === undefined) throw new ApiError("sso_failed", { internal: "the provider sent no id token" });
          const claims = decodeJwt(idToken);
          if (claims.iss !== issuer)
            throw new ApiError("sso_failed", { internal: `WINNOW_OIDC_ISSUER is not the issuer of the provider's tokens, ${claims.iss}` });
          const flow = flows.getStore();
          if (flow) Object.assign(flow, { idToken, claims });
          const isWhole = claims.email !== undefined && claims[deps.oidc.groupsClaim] !== undefined;
          const more = isWhole || accessToken === undefined ? {} : await userInfo(await userInfoEndpoint(), accessToken, claims.sub);
          return profileOf({ ...more, ...claims });
        },
        mapProfileToUser: async (profile) => {
          const flow = flows.getStore();
          if (!flow) throw new ApiError("internal", { internal: "a return from the provider outside of a flow" });
          const arrival = arrivalOf(profile, deps.oidc);
          await admit(deps, arrival, await flow.token(), flow.by);
          return { email: arrival.email, name: arrival.name };
        },
      },
    ],
  });
}

/** OpenID Connect Core 1.0, ID Token: `sub` is unique within the issuer. */
export const identityOf = (provider: Pick<OidcConfig, "issuer">, sub: string): string => `${provider.issuer} ${sub}`;

const profileOf = (claims: Record<string, unknown>) => ({
  ...claims,
  id: String(claims.sub ?? ""),
  email: typeof claims.email === "string" ? claims.email : null,
  emailVerified: claims.email_verified === true,
});

/** Null: the provider has none. Throws ApiError 400 sso_unreachable. */
async function endpointOf(discoveryUrl: string): Promise<string | null> {
  const { userinfo_endpoint: endpoint } = await json(discoveryUrl);
  return typeof endpoint === "string" ? endpoint : null;
}

/** Claims that the provider keeps out of its id token (OpenID Connect Core 1.0, UserInfo Endpoint); none when it has no such endpoint. Throws ApiError 400. */
async function userInfo(endpoint: string | null, accessToken: string, sub: unknown): Promise<Record<string, unknown>> {
  if (endpoint === null) return {};
  const claims = await json(endpoint, { authorization: `Bearer ${accessToken}` });
  if (claims.sub !== sub) throw new ApiError("sso_failed", { internal: "the provider's userinfo endpoint told of another person" });
  return claims;
}

/** Throws ApiError 400 sso_unreachable. */
async function json(url: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`);
    return z.record(z.string(), z.unknown()).parse(await answer.json());
  } catch (cause) {
    throw new ApiError("sso_unreachable", { internal: "the provider did not answer with claims", cause });
  }
}

/** Throws ApiError 400 sso_email_missing. */
export function arrivalOf(claims: Record<string, unknown>, oidc: OidcConfig): Arrival {
  const { groupsClaim, trustsEmails } = oidc;
  const email = typeof claims.email === "string" ? claims.email.trim().toLowerCase() : "";
  if (email === "" || email.length > 254) throw new ApiError("sso_email_missing");
  const { email_verified: verified, [groupsClaim]: groups } = claims;
  return {
    identity: identityOf(oidc, String(claims.sub)),
    email,
    emailVerified: verified === true || verified === "true" || (verified === undefined && trustsEmails),
    name: typeof claims.name === "string" ? claims.name.trim().slice(0, 100) : "",
    groups: (Array.isArray(groups) ? groups : [groups]).filter((group) => typeof group === "string"),
  };
}
