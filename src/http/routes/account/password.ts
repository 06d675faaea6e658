/** POST /password: changes it. POST /password/by-link: sets it with a one-time link. */
import { z } from "zod";
import { setPasswordByLink } from "#accounts/join.ts";
import { NeedsCode, PasswordBody, PasswordByLinkBody, SessionRecord } from "#contract/account.ts";
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#http/app.ts";
import type { AccountDeps } from "#http/http-deps.ts";
import { errorReplies } from "#http/replies.ts";
import { browserHeaders } from "#http/session.ts";
import { recordAudit } from "#platform/audit.store.ts";
import { openSession } from "./sign-in.ts";

const base = { tags: ["account"] };

export function passwordByLink(app: App, deps: Pick<AccountDeps, "db" | "sessions">): void {
  const response = { 200: SessionRecord, 202: NeedsCode, ...errorReplies };
  const schema = { ...base, summary: "Set a password with a one-time link, and sign in", body: PasswordByLinkBody, response };
  app.post("/password/by-link", { schema, bodyLimit: LIMITS.accountBodyBytesMax }, async (request, reply) => {
    const { token, new_password: password } = request.body;
    const { email } = await setPasswordByLink(deps.db, token, password, { actor: "service", ip: request.ip });
    return openSession(deps, request, reply, { email, password });
  });
}

export function password(app: App, { db, sessions }: Pick<AccountDeps, "db" | "sessions">): void {
  const schema = {
    ...base,
    summary: "Change the password; all other sessions end",
    body: PasswordBody,
    response: { 204: z.null(), ...errorReplies },
  };
  app.post("/password", { schema, bodyLimit: LIMITS.accountBodyBytesMax }, async (request, reply) => {
    const { current_password: current, new_password: next } = request.body;
    const changed = await sessions.changePassword(browserHeaders(request), current, next);
    if (!changed) throw new ApiError("wrong_password");
    await recordAudit(db, request.caller, "account.password_changed", request.session?.personId ?? "");
    return reply.code(204).header("set-cookie", changed.setCookie).send(null);
  });
}
