/** POST, GET /keys; DELETE /keys/{key_id}: the account's API keys. A new one revokes the previous one. */
import { z } from "zod";
import { listKeys } from "#accounts/keys.store.ts";
import { replaceKey, revokeKey } from "#accounts/keys.ts";
import { KeyBody, KeyList, type KeyRecord, NewKeyRecord } from "#contract/account.ts";
import { ApiError } from "#contract/errors.ts";
import { idShape } from "#contract/ids.ts";
import type { App } from "#http/app.ts";
import type { AccountDeps } from "#http/http-deps.ts";
import { errorReplies, errorRepliesWithId } from "#http/replies.ts";

const base = { tags: ["account"] };

export function keys(app: App, { db }: Pick<AccountDeps, "db">): void {
  const create = {
    ...base,
    summary: "Make an API key; the previous one is revoked",
    body: KeyBody,
    response: { 201: NewKeyRecord, ...errorReplies },
  };
  app.post("/keys", { schema: create }, async (request, reply) => {
    const { name } = request.body;
    const { id, key, revokedId } = await replaceKey(db, request.caller, name);
    return reply.code(201).header("cache-control", "no-store").send({ key_id: id, name, key, revoked_key_id: revokedId });
  });

  app.get("/keys", { schema: { ...base, summary: "List API keys", response: { 200: KeyList, ...errorReplies } } }, async (request) => {
    const lines = await listKeys(db, request.accountId);
    return { keys: lines.reverse().map(recordOf) };
  });

  const params = z.object({ key_id: idShape("key") });
  const revoke = { ...base, summary: "Revoke an API key at once", params, response: { 204: z.null(), ...errorRepliesWithId } };
  app.delete("/keys/:key_id", { schema: revoke }, async (request, reply) => {
    if (!(await revokeKey(db, request.caller, request.params.key_id))) throw new ApiError("not_found");
    return reply.code(204).send(null);
  });
}

const recordOf = (line: Awaited<ReturnType<typeof listKeys>>[number]): KeyRecord => ({
  key_id: line.id,
  name: line.name,
  last_four: line.lastFour,
  status: line.revokedAt ? "revoked" : "active",
  created_at: line.createdAt.toISOString(),
  last_used_at: line.lastUsedAt?.toISOString() ?? null,
  revoked_at: line.revokedAt?.toISOString() ?? null,
});
