/**
 * GET /setup: whether there is an owner, and who may join. POST /sign-up: first the owner, then invited people. POST /links/inspect: the
 * purpose of a link.
 */
import { accountName, ownerExists } from "#accounts/accounts.store.ts";
import { isFirstVisit, join } from "#accounts/join.ts";
import { findLink } from "#accounts/links.store.ts";
import { hashToken } from "#accounts/links.ts";
import { findPerson } from "#accounts/members.store.ts";
import { LinkBody, LinkRecord, SessionRecord, SetupState, SignUpBody } from "#contract/account.ts";
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#http/app.ts";
import type { EntranceDeps } from "#http/http-deps.ts";
import { errorReplies } from "#http/replies.ts";
import { browserHeaders, isFromHere } from "#http/session.ts";
import { openSession, sessionRecord } from "./sign-in.ts";

const base = { tags: ["account"] };

export function signUp(app: App, deps: Pick<EntranceDeps, "db" | "signUp" | "sessions" | "oidc" | "trustProxy">): void {
  const setup = {
    ...base,
    summary: "Whether there is an owner, who may join, who is signed in",
    response: { 200: SetupState, ...errorReplies },
  };
  app.get("/setup", { schema: setup }, async (request, reply) => {
    const found = deps.sessions.hasCookie(request.headers.cookie) ? await deps.sessions.find(browserHeaders(request)) : null;
    if (found && found.setCookie.length > 0) reply.header("set-cookie", found.setCookie);
    const owner = await ownerExists(deps.db);
    const byLink = !owner && !(await isFirstVisit(deps.db, { fromHere: isFromHere(request, deps.trustProxy) }));
    return {
      owner,
      owner_by_link: byLink,
      sign_up: deps.signUp,
      sso: deps.oidc && { name: deps.oidc.name, only: deps.oidc.isOnly },
      session: found && sessionRecord(found),
    };
  });

  const inspect = { ...base, summary: "What a one-time link is for", body: LinkBody, response: { 200: LinkRecord, ...errorReplies } };
  app.post("/links/inspect", { schema: inspect }, async (request) => {
    const link = await findLink(deps.db, hashToken(request.body.token));
    if (!link) throw new ApiError("link_invalid");
    const workspace = link.kind === "member" && link.createdBy !== null ? await accountName(deps.db, link.createdBy) : null;
    const has_account = link.email !== null && (await findPerson(deps.db, link.email)) !== null;
    return { kind: link.kind, email: link.email, expires_at: link.expiresAt.toISOString(), workspace, has_account };
  });

  const create = { ...base, summary: "Make an account and sign in", body: SignUpBody, response: { 201: SessionRecord, ...errorReplies } };
  app.post("/sign-up", { schema: create, bodyLimit: LIMITS.accountBodyBytesMax }, async (request, reply) => {
    const { token, ...person } = request.body;
    const way = { token: token ?? null, fromHere: isFromHere(request, deps.trustProxy) };
    await join(deps, person, way, { actor: "service", ip: request.ip });
    const session = await openSession(deps, request, reply, person);
    if ("needs_code" in session) throw new ApiError("internal", { internal: "a new person has a second factor" });
    return reply.code(201).send(session);
  });
}
