/** POST, GET /invites; DELETE /invites/{email}: the owner's invitations. */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { deleteInvite, listInvites } from "#accounts/links.store.ts";
import { createLink } from "#accounts/links.ts";
import { InviteAddress, InviteBody, InviteList, NewInvite } from "#contract/account.ts";
import { ApiError } from "#contract/errors.ts";
import type { App } from "#http/app.ts";
import type { AccountDeps } from "#http/http-deps.ts";
import { errorReplies, errorRepliesWithId } from "#http/replies.ts";
import { recordAudit } from "#platform/audit.store.ts";

const base = { tags: ["account"] };

export function invites(app: App, { db, systemDb, publicUrl }: Pick<AccountDeps, "db" | "systemDb" | "publicUrl">): void {
  const create = {
    ...base,
    summary: "Invite a person; the link is shown once",
    body: InviteBody,
    response: { 201: NewInvite, ...errorReplies },
  };
  app.post("/invites", { schema: create }, async (request, reply) => {
    requireOwner(request);
    const { email, tier } = request.body;
    const { url, expiresAt } = await createLink(db, publicUrl, { kind: "invite", email, tier, createdBy: request.accountId });
    await recordAudit(db, request.caller, "account.invited", email);
    return reply.code(201).header("cache-control", "no-store").send({ email, tier, expires_at: expiresAt.toISOString(), url });
  });

  app.get(
    "/invites",
    { schema: { ...base, summary: "Open invitations", response: { 200: InviteList, ...errorReplies } } },
    async (request) => {
      requireOwner(request);
      const open = await listInvites(systemDb);
      return { invites: open.map(({ email, tier, expiresAt }) => ({ email, tier, expires_at: expiresAt.toISOString() })) };
    },
  );

  const remove = {
    ...base,
    summary: "Withdraw an invitation",
    params: InviteAddress,
    response: { 204: z.null(), ...errorRepliesWithId },
  };
  app.delete("/invites/:email", { schema: remove }, async (request, reply) => {
    requireOwner(request);
    if (!(await deleteInvite(systemDb, null, request.params.email))) throw new ApiError("not_found");
    return reply.code(204).send(null);
  });
}

function requireOwner(request: FastifyRequest): void {
  if (request.session?.role !== "owner") throw new ApiError("owner_only");
}
