/**
 * GET, POST /second-factor; POST /second-factor/confirm, /second-factor/remove, /second-factor/backup-codes: the person's own. POST /sign-in/code: the second step
 * of signing in.
 */
import { z } from "zod";
import { secondFactorOf } from "#accounts/second-factor/second-factor.store.ts";
import {
  BackupCodes,
  CodeBody,
  NewSecondFactor,
  SecondFactor,
  SecondFactorBody,
  SessionRecord,
  SignInCodeBody,
} from "#contract/account.ts";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#http/app.ts";
import { askingOf } from "#http/asking.ts";
import type { AccountDeps, EntranceDeps } from "#http/http-deps.ts";
import { errorReplies } from "#http/replies.ts";
import { browserHeaders } from "#http/session.ts";
import { recordAudit } from "#platform/audit.store.ts";
import { sessionRecord, welcome } from "./sign-in.ts";

const base = { tags: ["account"] };
const bodyLimit = LIMITS.accountBodyBytesMax;

export function signInCode(app: App, deps: Pick<EntranceDeps, "db" | "sessions">): void {
  const response = { 200: SessionRecord, ...errorReplies };
  const schema = { ...base, summary: "The second step of signing in", body: SignInCodeBody, response };
  app.post("/sign-in/code", { schema, bodyLimit }, async (request, reply) => {
    const { code, trust_device: trusts } = request.body;
    const { setCookie } = await deps.sessions.takeCode(browserHeaders(request), { code, trusts });
    const session = await welcome(deps, request, setCookie);
    reply.header("set-cookie", setCookie);
    return sessionRecord(session);
  });
}

export function secondFactor(app: App, { db, systemDb, sessions }: Pick<AccountDeps, "db" | "systemDb" | "sessions">): void {
  const read = { ...base, summary: "Whether signing in asks for a code", response: { 200: SecondFactor, ...errorReplies } };
  app.get("/second-factor", { schema: read }, async (request) => {
    const { isOn, hasPassword } = await secondFactorOf(systemDb, askingOf(request).personId);
    return { on: isOn, has_password: hasPassword };
  });

  const make = { ...base, summary: "Set up a second factor", body: SecondFactorBody, response: { 201: NewSecondFactor, ...errorReplies } };
  app.post("/second-factor", { schema: make, bodyLimit }, async (request, reply) => {
    const { uri, backupCodes } = await sessions.setUpSecondFactor(browserHeaders(request), request.body.password);
    return reply.code(201).header("cache-control", "no-store").send({ uri, backup_codes: backupCodes });
  });

  const confirm = {
    ...base,
    summary: "Confirm the second factor with a code",
    body: CodeBody,
    response: { 204: z.null(), ...errorReplies },
  };
  app.post("/second-factor/confirm", { schema: confirm, bodyLimit }, async (request, reply) => {
    const { setCookie } = await sessions.confirmSecondFactor(browserHeaders(request), request.body.code);
    await recordAudit(db, request.caller, "account.second_factor_on", askingOf(request).personId);
    return reply.code(204).header("set-cookie", setCookie).send(null);
  });

  const remove = { ...base, summary: "Remove the second factor", body: SecondFactorBody, response: { 204: z.null(), ...errorReplies } };
  app.post("/second-factor/remove", { schema: remove, bodyLimit }, async (request, reply) => {
    const { setCookie } = await sessions.removeSecondFactor(browserHeaders(request), request.body.password);
    await recordAudit(db, request.caller, "account.second_factor_off", askingOf(request).personId);
    return reply.code(204).header("set-cookie", setCookie).send(null);
  });

  const codes = { ...base, summary: "Make new backup codes", body: SecondFactorBody, response: { 200: BackupCodes, ...errorReplies } };
  app.post("/second-factor/backup-codes", { schema: codes, bodyLimit }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    return { backup_codes: await sessions.newBackupCodes(browserHeaders(request), request.body.password) };
  });
}
