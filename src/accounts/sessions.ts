/** Dashboard sessions: better-auth on our tables. Our account is better-auth's "user"; our credential is its "account". */
import { hkdfSync } from "node:crypto";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { newId } from "#contract/ids.ts";
import type { Tier } from "#contract/tiers.ts";
import type { Db } from "#platform/postgres/db.ts";
import { withHashedTokens } from "./hashed-tokens.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

const HOUR_SECONDS = 3600;
/** An unused session expires after this time; a used one after 30 days (a trigger of migration 0004). */
const IDLE_SECONDS = 72 * HOUR_SECONDS;
/** How often a session in use is extended. */
const PROLONG_SECONDS = HOUR_SECONDS;
const COOKIE = "winnow";
const ID_PREFIXES: Record<string, "acct" | "sess" | "cred"> = { user: "acct", session: "sess", account: "cred" };

export type Session = { sessionId: string; accountId: string; email: string; name: string; role: "owner" | "member"; tier: Tier };
/** `setCookie`: header values to send to the browser. */
type WithCookies<T> = T & { setCookie: string[] };

export type Sessions = {
  /** Null: address or password is wrong; both cases take the same time. */
  signIn(email: string, password: string, headers: Headers): Promise<WithCookies<{ accountId: string }> | null>;
  /** Null: no session, or it expired. */
  find(headers: Headers): Promise<WithCookies<Session> | null>;
  signOut(headers: Headers): Promise<WithCookies<object>>;
  /** Ends all other sessions. Null: the current password is wrong. */
  changePassword(headers: Headers, current: string, next: string): Promise<WithCookies<object> | null>;
  /** Whether the request has a session cookie, valid or not. */
  hasCookie(header: string | undefined): boolean;
};

/** `secureCookies`: browsers send the cookie over https (and to localhost) only. */
export function openSessions(options: { db: Db; secret: string; baseUrl: string; secureCookies: boolean }): Sessions {
  const auth = authOf(options);
  const cookieName = `${options.secureCookies ? "__Secure-" : ""}${COOKIE}.session_token`;
  return {
    async signIn(email, password, headers) {
      const answer = await unlessRefused(auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }));
      return answer && { accountId: answer.response.user.id, setCookie: answer.headers.getSetCookie() };
    },
    async find(headers) {
      const { response, headers: out } = await auth.api.getSession({ headers, returnHeaders: true });
      if (!response) return null;
      const { session, user } = response;
      return {
        sessionId: session.id,
        accountId: user.id,
        email: user.email,
        name: user.name,
        role: user.role === "owner" ? "owner" : "member",
        tier: user.tier as Tier,
        setCookie: out.getSetCookie(),
      };
    },
    async signOut(headers) {
      const { headers: out } = await auth.api.signOut({ headers, returnHeaders: true });
      return { setCookie: out.getSetCookie() };
    },
    async changePassword(headers, currentPassword, newPassword) {
      const body = { currentPassword, newPassword, revokeOtherSessions: true };
      const answer = await unlessRefused(auth.api.changePassword({ body, headers, returnHeaders: true }));
      return answer && { setCookie: answer.headers.getSetCookie() };
    },
    hasCookie: (header) => header?.split(/;\s*/).some((each) => each.startsWith(`${cookieName}=`)) ?? false,
  };
}

function authOf({ db, secret, baseUrl, secureCookies }: { db: Db; secret: string; baseUrl: string; secureCookies: boolean }) {
  return betterAuth({
    appName: "Winnow",
    baseURL: baseUrl,
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
      modelName: "accounts",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
      additionalFields: { role: { type: "string", input: false }, tier: { type: "string", input: false } },
    },
    session: {
      modelName: "sessions",
      fields: {
        userId: "account_id",
        expiresAt: "expires_at",
        ipAddress: "ip",
        userAgent: "user_agent",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      expiresIn: IDLE_SECONDS,
      updateAge: PROLONG_SECONDS,
    },
    account: {
      modelName: "credentials",
      fields: {
        userId: "account_id",
        providerId: "provider_id",
        accountId: "provider_account_id",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    advanced: {
      cookiePrefix: COOKIE,
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

/** better-auth rejects by throwing. Null when it rejected what the person typed; any other error is rethrown. */
async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (isAPIError(error) && (error.statusCode === 401 || error.statusCode === 400)) return null;
    throw error;
  });
}
