/** POST /passkeys/options; POST, GET /passkeys; DELETE /passkeys/{passkey_id}: the person's own. POST /sign-in/passkey/options, /sign-in/passkey: signing in with one. */
import { z } from "zod";
import { deletePasskey, listPasskeys, type PasskeyLine } from "#accounts/passkeys/passkeys.store.ts";
import { SessionRecord } from "#contract/account.ts";
import { ApiError } from "#contract/errors.ts";
import { idShape } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { PasskeyBody, PasskeyList, PasskeyOptions, PasskeyRecord, PasskeySignInBody } from "#contract/passkeys.ts";
import type { App } from "#http/app.ts";
import { askingOf } from "#http/asking.ts";
import type { AccountDeps, EntranceDeps } from "#http/http-deps.ts";
import { errorReplies, errorRepliesWithId } from "#http/replies.ts";
import { recordAudit } from "#platform/audit.store.ts";
import { sessionRecord, welcome } from "./sign-in.ts";

const base = { tags: ["account"] };
const bodyLimit = LIMITS.accountBodyBytesMax;

export function signInPasskey(app: App, deps: Pick<EntranceDeps, "db" | "sessions">): void {
  const ask = { ...base, summary: "Begin signing in with a passkey", response: { 200: PasskeyOptions, ...errorReplies } };
  app.post("/sign-in/passkey/options", { schema: ask, bodyLimit }, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { options: { ...(await deps.sessions.askForPasskey()) } };
  });

  const response = { 200: SessionRecord, ...errorReplies };
  const take = { ...base, summary: "Sign in with a passkey", body: PasskeySignInBody, response };
  app.post("/sign-in/passkey", { schema: take, bodyLimit }, async (request, reply) => {
    const { setCookie } = await deps.sessions.takePasskey(request.body.response);
    const session = await welcome(deps, request, setCookie);
    reply.header("set-cookie", setCookie);
    return sessionRecord(session);
  });
}

export function passkeys(app: App, { db, systemDb, sessions }: Pick<AccountDeps, "db" | "systemDb" | "sessions">): void {
  const ask = { ...base, summary: "Begin making a passkey", response: { 200: PasskeyOptions, ...errorReplies } };
  app.post("/passkeys/options", { schema: ask, bodyLimit }, async (request, reply) => {
    const { personId, email } = askingOf(request);
    reply.header("cache-control", "no-store");
    return { options: { ...(await sessions.askForNewPasskey({ id: personId, email, name: request.session?.name ?? "" })) } };
  });

  const make = { ...base, summary: "Add a passkey", body: PasskeyBody, response: { 201: PasskeyRecord, ...errorReplies } };
  app.post("/passkeys", { schema: make, bodyLimit }, async (request, reply) => {
    const made = await sessions.takeNewPasskey(askingOf(request).personId, request.body);
    await recordAudit(db, request.caller, "account.passkey_added", made.id);
    return reply.code(201).send(recordOf(made));
  });

  const list = { ...base, summary: "Your passkeys", response: { 200: PasskeyList, ...errorReplies } };
  app.get("/passkeys", { schema: list }, async (request) => ({
    passkeys: (await listPasskeys(systemDb, askingOf(request).personId)).map(recordOf),
  }));

  const params = z.object({ passkey_id: idShape("psk") });
  const remove = { ...base, summary: "Remove a passkey", params, response: { 204: z.null(), ...errorRepliesWithId } };
  app.delete("/passkeys/:passkey_id", { schema: remove }, async (request, reply) => {
    const { passkey_id: id } = request.params;
    if (!(await deletePasskey(systemDb, askingOf(request).personId, id))) throw new ApiError("not_found");
    await recordAudit(db, request.caller, "account.passkey_removed", id);
    return reply.code(204).send(null);
  });
}

const recordOf = ({ id, name, createdAt, lastUsedAt }: PasskeyLine): PasskeyRecord => ({
  passkey_id: id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
