/** Dashboard sessions: better-auth on our tables. Our person is better-auth's "user"; our credential is its "account". */
import { ApiError } from "#contract/errors.ts";
import { once } from "#contract/memo.ts";
import type { NewPasskeyBody, PasskeyAnswer } from "#contract/passkeys.ts";
import type { Actor } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { cookiesOf } from "./cookies.ts";
import { type Began, type Membership, membershipOf } from "./members.store.ts";
import type { PasskeyLine } from "./passkeys/passkeys.store.ts";
import type { AdmitDeps } from "./sso/admit.ts";
import type { SignInAsk } from "./sso/ask.ts";
import { markSession } from "./sso/sso.store.ts";

const COOKIE = "winnow";

/** `role`: of the server. `workspace`: the one that the person looks at, with the person's role in it; its id is `accountId`. */
export type Session = {
  sessionId: string;
  personId: string;
  email: string;
  name: string;
  role: "owner" | "member";
  accountId: string;
  workspace: Omit<Membership, "accountId">;
} & Began;
/** `setCookie`: header values to send to the browser. */
type WithCookies<T> = T & { setCookie: string[] };

export type Sessions = {
  hasProvider: boolean;
  /** Null: address or password is wrong; both cases take the same time. `needsCode`: there is no session before `takeCode`. Throws ApiError 400 passwords_off. */
  signIn(email: string, password: string, headers: Headers): Promise<WithCookies<{ needsCode: boolean }> | null>;
  /** The second step, with the cookies of the first. `trusts`: this browser is asked again in 30 days. Throws ApiError 400, 429. */
  takeCode(headers: Headers, given: { code: string; trusts: boolean }): Promise<WithCookies<object>>;
  /** Not in force before it is confirmed. Throws ApiError 400. */
  setUpSecondFactor(headers: Headers, password: string): Promise<{ uri: string; backupCodes: string[] }>;
  confirmSecondFactor(headers: Headers, code: string): Promise<WithCookies<object>>;
  removeSecondFactor(headers: Headers, password: string): Promise<WithCookies<object>>;
  newBackupCodes(headers: Headers, password: string): Promise<string[]>;
  /** Options for the browser. */
  askForNewPasskey(person: { id: string; email: string; name: string }): Promise<object>;
  /** Throws ApiError 400. */
  takeNewPasskey(personId: string, made: NewPasskeyBody): Promise<PasskeyLine>;
  /** Options for the browser. */
  askForPasskey(): Promise<object>;
  /** Throws ApiError 400 passkey_invalid, passwords_off. */
  takePasskey(response: PasskeyAnswer): Promise<WithCookies<object>>;
  /** Null: no session, or it expired. Reads the membership each time, so that a removal counts from the next request. */
  find(headers: Headers): Promise<WithCookies<Session> | null>;
  /** `providerUrl`: where signing out goes on for a session that began at the OIDC provider; null for others. */
  signOut(headers: Headers, sessionId: string): Promise<WithCookies<{ providerUrl: string | null }>>;
  /** Throws ApiError 400 sso_off, sso_unreachable. */
  beginAtProvider(headers: Headers, ask: SignInAsk): Promise<WithCookies<{ url: string }>>;
  /** `query`: what the provider sent the browser back with. Throws ApiError 400. */
  endAtProvider(headers: Headers, query: string, by: Actor): Promise<WithCookies<{ next: string }>>;
  /** The provider ends sessions. Returns whose. Throws ApiError 400. */
  endByProvider(logoutToken: string): Promise<string[]>;
  /** Ends all other sessions. Null: the current password is wrong. */
  changePassword(headers: Headers, current: string, next: string): Promise<WithCookies<object> | null>;
  /** Whether the request has a session cookie, valid or not. */
  hasCookie(header: string | undefined): boolean;
};

/** `secureCookies`: browsers send the cookie over https (and to localhost) only. */
export function openSessions(options: {
  db: Db;
  secret: string;
  baseUrl: string;
  secureCookies: boolean;
  sso: AdmitDeps | null;
}): Sessions {
  const { db, baseUrl, sso } = options;
  // Loading it takes half a second and 45 MB, which a server without people who sign in never needs.
  const load = once(async () => {
    const { authOf, unlessRefused } = await import("./better-auth.ts");
    return { auth: authOf({ ...options, cookiePrefix: COOKIE }), unlessRefused };
  });
  const factor = () => import("./second-factor/second-factor.ts");
  const passkeys = () => import("./passkeys/passkeys.ts");
  const atProvider = async () => {
    if (sso === null) throw new ApiError("sso_off");
    const [{ auth }, provider] = await Promise.all([load(), import("./sso/sso.ts")]);
    return { auth, provider, oidc: sso.oidc };
  };
  const endUrl = async (sessionId: string): Promise<string | null> => {
    if (sso === null) return null;
    const { auth, provider } = await atProvider();
    return provider.signOutUrl(auth, db, sessionId, baseUrl);
  };
  const cookieName = `${options.secureCookies ? "__Secure-" : ""}${COOKIE}.session_token`;
  return {
    hasProvider: sso !== null,
    async signIn(email, password, headers) {
      const { auth, unlessRefused } = await load();
      const answer = await unlessRefused(auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }));
      if (answer === null) return null;
      const setCookie = answer.headers.getSetCookie();
      const { response } = answer;
      if ("twoFactorRedirect" in response) return { setCookie, needsCode: true };
      // Only who knows the password learns that it is of no use.
      if (sso?.oidc.isOnly && response.user.role !== "owner") {
        await auth.api.signOut({ headers: new Headers({ cookie: cookiesOf(setCookie) }) });
        throw new ApiError("passwords_off");
      }
      return { setCookie, needsCode: false };
    },
    takeCode: async (headers, given) => (await factor()).takeCode((await load()).auth, db, headers, given),
    setUpSecondFactor: async (headers, password) => (await factor()).setUp((await load()).auth, headers, password),
    confirmSecondFactor: async (headers, code) => (await factor()).confirm((await load()).auth, db, headers, code),
    removeSecondFactor: async (headers, password) => (await factor()).remove((await load()).auth, headers, password),
    newBackupCodes: async (headers, password) => (await factor()).newBackupCodes((await load()).auth, headers, password),
    askForNewPasskey: async (person) => (await passkeys()).askForNew(options, person),
    takeNewPasskey: async (personId, made) => (await passkeys()).takeNew(options, personId, made),
    askForPasskey: async () => (await passkeys()).askToSignIn(options),
    async takePasskey(response) {
      const { personId, role } = await (await passkeys()).takeSignIn(options, response);
      if (sso?.oidc.isOnly && role !== "owner") throw new ApiError("passwords_off");
      const { headers } = await (await load()).auth.api.startSession({ body: { personId }, returnHeaders: true });
      return { setCookie: headers.getSetCookie() };
    },
    async find(headers) {
      const { auth } = await load();
      const { response, headers: out } = await auth.api.getSession({ headers, returnHeaders: true });
      if (!response) return null;
      const { session, user } = response;
      // Only the provider's sessions have an end of their own.
      const atProvider = session.endsAt != null;
      const found = await membershipOf(options.db, user.id, session.workspaceId ?? null, { atProvider });
      if (!found) return null;
      const { accountId, ...workspace } = found;
      return {
        sessionId: session.id,
        personId: user.id,
        email: user.email,
        name: user.name,
        role: user.role === "owner" ? "owner" : "member",
        accountId,
        workspace,
        atProvider,
        setCookie: out.getSetCookie(),
      };
    },
    async signOut(headers, sessionId) {
      const { auth } = await load();
      const providerUrl = await endUrl(sessionId);
      const { headers: out } = await auth.api.signOut({ headers, returnHeaders: true });
      return { setCookie: out.getSetCookie(), providerUrl };
    },
    async beginAtProvider(headers, ask) {
      const { auth, provider } = await atProvider();
      return provider.beginAtProvider(auth, { baseUrl, headers, ...ask });
    },
    async endAtProvider(headers, query, by) {
      const { auth, provider, oidc } = await atProvider();
      const { setCookie, fromProvider, next } = await provider.endAtProvider(auth, { baseUrl, query, headers, by, oidc });
      const session = await auth.api.getSession({ headers: new Headers({ cookie: cookiesOf(setCookie) }) });
      if (!session) throw new ApiError("internal", { internal: "a new session cannot be found" });
      await markSession(db, session.session.id, fromProvider);
      return { setCookie, next };
    },
    async endByProvider(logoutToken) {
      const { auth, provider, oidc } = await atProvider();
      return provider.endByProvider(auth, db, oidc, logoutToken);
    },
    async changePassword(headers, currentPassword, newPassword) {
      const { auth, unlessRefused } = await load();
      const body = { currentPassword, newPassword, revokeOtherSessions: true };
      const answer = await unlessRefused(auth.api.changePassword({ body, headers, returnHeaders: true }));
      return answer && { setCookie: answer.headers.getSetCookie() };
    },
    hasCookie: (header) => header?.split(/;\s*/).some((each) => each.startsWith(`${cookieName}=`)) ?? false,
  };
}
