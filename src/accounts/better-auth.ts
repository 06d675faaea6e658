/** The configuration of better-auth on our tables. A file of its own, because better-auth is loaded with the first session (sessions.ts). */
import { hkdfSync } from "node:crypto";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from "better-auth";
import { createAuthEndpoint, isAPIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { twoFactor } from "better-auth/plugins/two-factor";
import { z } from "zod";
import { newId } from "#contract/ids.ts";
import type { Db } from "#platform/postgres/db.ts";
import { withHashedTokens } from "./hashed-tokens.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import type { AdmitDeps } from "./sso/admit.ts";
import { oidcPlugin } from "./sso/provider.ts";

const HOUR_SECONDS = 3600;
/** An unused session expires after this time; a used one after 30 days (a trigger of migration 0004). */
const IDLE_SECONDS = 72 * HOUR_SECONDS;
/** How often a session in use is extended. */
const PROLONG_SECONDS = HOUR_SECONDS;
const ID_PREFIXES: Record<string, "per" | "sess" | "cred"> = {
  user: "per",
  session: "sess",
  account: "cred",
  twoFactor: "cred",
  verification: "cred",
};

/** Of better-auth's own routes, of which this server has only the one that the OIDC provider sends people back to. */
const BASE_PATH = "/api/account/v1/sso";

/** `cookiePrefix`: the first part of the cookies' names. `sso`: null without a provider. */
export type AuthOptions = {
  db: Db;
  secret: string;
  baseUrl: string;
  secureCookies: boolean;
  cookiePrefix: string;
  sso: AdmitDeps | null;
};

export function authOf({ db, secret, baseUrl, secureCookies, cookiePrefix, sso }: AuthOptions) {
  return betterAuth({
    appName: "Winnow",
    baseURL: baseUrl,
    basePath: BASE_PATH,
    onAPIError: { throw: true },
    plugins: [
      twoFactor({
        issuer: "Winnow",
        schema: {
          user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
          twoFactor: {
            modelName: "second_factors",
            fields: {
              backupCodes: "backup_codes",
              userId: "person_id",
              failedVerificationCount: "failures",
              lockedUntil: "locked_until",
            },
          },
        },
      }),
      startSession,
      ...(sso === null ? [] : [oidcPlugin(sso)]),
    ],
    verification: {
      modelName: "sign_in_steps",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
      storeIdentifier: "hashed",
    },
    secret: Buffer.from(hkdfSync("sha256", secret, "", "winnow sessions v1", 32)).toString("hex"),
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: (options: BetterAuthOptions) => withHashedTokens(kyselyAdapter(db, { type: "postgres" })(options)),
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: 1,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    user: {
      modelName: "people",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
      additionalFields: { role: { type: "string", input: false } },
    },
    session: {
      modelName: "sessions",
      fields: {
        userId: "person_id",
        expiresAt: "expires_at",
        ipAddress: "ip",
        userAgent: "user_agent",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      additionalFields: {
        workspaceId: { type: "string", input: false, required: false, fieldName: "workspace_id" },
        endsAt: { type: "date", input: false, required: false, fieldName: "ends_at" },
      },
      expiresIn: IDLE_SECONDS,
      updateAge: PROLONG_SECONDS,
    },
    account: {
      modelName: "credentials",
      // Sign-ins that began are kept in the browser, and tokens of the provider nowhere: nothing here calls it later.
      storeStateStrategy: "cookie",
      updateAccountOnSignIn: false,
      fields: {
        userId: "person_id",
        providerId: "provider_id",
        accountId: "subject",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    advanced: {
      cookiePrefix,
      useSecureCookies: secureCookies,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { disableIpTracking: true },
      // The default adapter requires tables and columns of features not used here (mailed codes, other sign-in services), and defaults for
      // accounts that it never creates.
      database: {
        validateSchema: false,
        generateId: ({ model }) => newId(ID_PREFIXES[model] ?? "sess"),
      },
    },
    rateLimit: { enabled: false },
  });
}

/** A session for a person who has proved otherwise who they are. Not reachable over HTTP. */
const startSession = {
  id: "start-session",
  endpoints: {
    startSession: createAuthEndpoint.serverOnly({ method: "POST", body: z.object({ personId: z.string() }) }, async (ctx) => {
      const { internalAdapter } = ctx.context;
      const user = await internalAdapter.findUserById(ctx.body.personId);
      if (!user) return null;
      const session = await internalAdapter.createSession(user.id);
      await setSessionCookie(ctx, { session, user });
      return session.id;
    }),
  },
} satisfies BetterAuthPlugin;

/** better-auth rejects by throwing. Null when it rejected what the person typed; any other error is rethrown. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (isAPIError(error) && (error.statusCode === 401 || error.statusCode === 400)) return null;
    throw error;
  });
}
