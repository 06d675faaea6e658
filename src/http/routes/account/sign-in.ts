/** POST /sign-in, /sign-out. GET /session: the signed-in person. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { cookiesOf } from "#accounts/cookies.ts";
import type { Session } from "#accounts/sessions.ts";
import { forgetSignInTries, takeSignInTry } from "#accounts/sign-in-delay.store.ts";
import { NeedsCode, SessionRecord, SignedOut, SignInBody } from "#contract/account.ts";
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#http/app.ts";
import type { AccountDeps } from "#http/http-deps.ts";
import { errorReplies } from "#http/replies.ts";
import { browserHeaders } from "#http/session.ts";
import { recordAudit } from "#platform/audit.store.ts";

type Deps = Pick<AccountDeps, "db" | "sessions">;

const base = { tags: ["account"] };

export function signIn(app: App, deps: Deps): void {
  const schema = {
    ...base,
    summary: "Sign in to the dashboard",
    body: SignInBody,
    response: { 200: SessionRecord, 202: NeedsCode, ...errorReplies },
  };
  app.post("/sign-in", { schema, bodyLimit: LIMITS.accountBodyBytesMax }, async (request, reply) => {
    const waitSeconds = await takeSignInTry(deps.db, request.body.email);
    if (waitSeconds > 0)
      throw new ApiError("sign_in_delayed", {
        detail: `Too many wrong passwords for this address. Try again in ${waitSeconds} s.`,
        retryAfterSeconds: waitSeconds,
      });
    return openSession(deps, request, reply, request.body);
  });
}

/** Always creates a new session, whatever cookie the request has; or none yet, with a second factor. Throws ApiError 400 passwords_off, 401. */
export async function openSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
): Promise<SessionRecord | NeedsCode> {
  const signedIn = await deps.sessions.signIn(email, password, browserHeaders(request));
  if (!signedIn) throw new ApiError("sign_in_failed");
  await forgetSignInTries(deps.db, email);
  if (signedIn.needsCode) {
    reply.code(202).header("set-cookie", signedIn.setCookie);
    return { needs_code: true };
  }
  const session = await welcome(deps, request, signedIn.setCookie);
  reply.header("set-cookie", signedIn.setCookie);
  return sessionRecord(session);
}

/** The new session of these cookies, noted in the log. Throws ApiError 400 sso_needed. */
export async function welcome({ db, sessions }: Deps, request: FastifyRequest, setCookie: string[]): Promise<Session> {
  const session = await sessions.find(new Headers({ cookie: cookiesOf(setCookie) }));
  if (!session && sessions.hasProvider) throw new ApiError("sso_needed");
  if (!session) throw new ApiError("internal", { internal: "a new session cannot be found" });
  const caller = { accountId: session.accountId, actor: `person:${session.personId}`, ip: request.ip };
  await recordAudit(db, caller, "account.signed_in", session.sessionId);
  return session;
}

/** Routes that require a session. */
export function session(app: App, { db, sessions }: Deps): void {
  const read = { ...base, summary: "Who is signed in", response: { 200: SessionRecord, ...errorReplies } };
  app.get("/session", { schema: read }, async ({ session }) => {
    if (!session) throw new ApiError("unauthorized");
    return sessionRecord(session);
  });
  const out = { ...base, summary: "End the session", response: { 200: SignedOut, 204: z.null(), ...errorReplies } };
  app.post("/sign-out", { schema: out }, async (request, reply) => {
    const sessionId = request.session?.sessionId ?? "";
    const { setCookie, providerUrl } = await sessions.signOut(browserHeaders(request), sessionId);
    await recordAudit(db, request.caller, "account.signed_out", sessionId);
    reply.header("set-cookie", setCookie);
    return providerUrl === null ? reply.code(204).send(null) : { provider_url: providerUrl };
  });
}

export const sessionRecord = ({ accountId, personId, email, name, role, workspace }: Session): SessionRecord => ({
  account_id: accountId,
  person_id: personId,
  email,
  name,
  role,
  tier: workspace.tier,
  workspace_name: workspace.name,
  workspace_role: workspace.role,
});
