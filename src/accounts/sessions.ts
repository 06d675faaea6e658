/** Dashboard sessions: better-auth on our tables. Our person is better-auth's "user"; our credential is its "account". */
import { once } from "#contract/memo.ts";
import type { Db } from "#platform/postgres/db.ts";
import { type Membership, membershipOf } from "./members.store.ts";

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
};
/** `setCookie`: header values to send to the browser. */
type WithCookies<T> = T & { setCookie: string[] };

export type Sessions = {
  /** Null: address or password is wrong; both cases take the same time. */
  signIn(email: string, password: string, headers: Headers): Promise<WithCookies<object> | null>;
  /** Null: no session, or it expired. Reads the membership each time, so that a removal counts from the next request. */
  find(headers: Headers): Promise<WithCookies<Session> | null>;
  signOut(headers: Headers): Promise<WithCookies<object>>;
  /** Ends all other sessions. Null: the current password is wrong. */
  changePassword(headers: Headers, current: string, next: string): Promise<WithCookies<object> | null>;
  /** Whether the request has a session cookie, valid or not. */
  hasCookie(header: string | undefined): boolean;
};

/** `secureCookies`: browsers send the cookie over https (and to localhost) only. */
export function openSessions(options: { db: Db; secret: string; baseUrl: string; secureCookies: boolean }): Sessions {
  // Loading it takes half a second and 45 MB, which a server without people who sign in never needs.
  const load = once(async () => {
    const { authOf, unlessRefused } = await import("./better-auth.ts");
    return { auth: authOf({ ...options, cookiePrefix: COOKIE }), unlessRefused };
  });
  const cookieName = `${options.secureCookies ? "__Secure-" : ""}${COOKIE}.session_token`;
  return {
    async signIn(email, password, headers) {
      const { auth, unlessRefused } = await load();
      const answer = await unlessRefused(auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }));
      return answer && { setCookie: answer.headers.getSetCookie() };
    },
    async find(headers) {
      const { auth } = await load();
      const { response, headers: out } = await auth.api.getSession({ headers, returnHeaders: true });
      if (!response) return null;
      const { session, user } = response;
      const found = await membershipOf(options.db, user.id, session.workspaceId ?? null);
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
        setCookie: out.getSetCookie(),
      };
    },
    async signOut(headers) {
      const { auth } = await load();
      const { headers: out } = await auth.api.signOut({ headers, returnHeaders: true });
      return { setCookie: out.getSetCookie() };
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
