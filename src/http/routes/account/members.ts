/** GET /members; PUT, DELETE /members/{person_id}; POST, GET /member-invites; DELETE /member-invites/{email}: the members of the workspace. */
import { z } from "zod";
import { deleteInvite, listMemberInvites } from "#accounts/links.store.ts";
import { listMembers, type MemberLine } from "#accounts/members.store.ts";
import { changeRole, inviteMember, leaveWorkspace } from "#accounts/workspaces.ts";
import { ApiError } from "#contract/errors.ts";
import { idShape } from "#contract/ids.ts";
import {
  MemberBody,
  MemberInviteAddress,
  MemberInviteBody,
  MemberInviteList,
  MemberList,
  MemberRecord,
  NewMemberInvite,
} from "#contract/members.ts";
import type { App } from "#http/app.ts";
import { askingOf } from "#http/asking.ts";
import type { AccountDeps } from "#http/http-deps.ts";
import { errorReplies, errorRepliesWithId } from "#http/replies.ts";

const base = { tags: ["account"] };

export function members(app: App, { db, publicUrl }: Pick<AccountDeps, "db" | "publicUrl">): void {
  const list = { ...base, summary: "The members of the workspace", response: { 200: MemberList, ...errorReplies } };
  app.get("/members", { schema: list }, async ({ accountId }) => ({ members: (await listMembers(db, accountId)).map(recordOf) }));

  const params = z.object({ person_id: idShape("per") });
  const change = {
    ...base,
    summary: "Change a member's role",
    params,
    body: MemberBody,
    response: { 200: MemberRecord, ...errorRepliesWithId },
  };
  app.put("/members/:person_id", { schema: change }, async (request) =>
    recordOf(await changeRole(db, askingOf(request), request.params.person_id, request.body.role)),
  );

  const remove = {
    ...base,
    summary: "Remove a member, or leave the workspace oneself",
    params,
    response: { 204: z.null(), ...errorRepliesWithId },
  };
  app.delete("/members/:person_id", { schema: remove }, async (request, reply) => {
    await leaveWorkspace(db, askingOf(request), request.params.person_id);
    return reply.code(204).send(null);
  });

  const invite = {
    ...base,
    summary: "Invite a person to the workspace; the link is shown once",
    body: MemberInviteBody,
    response: { 201: NewMemberInvite, ...errorReplies },
  };
  app.post("/member-invites", { schema: invite }, async (request, reply) => {
    const { email, role } = request.body;
    const { url, expiresAt } = await inviteMember(db, publicUrl, askingOf(request), { email, role });
    return reply.code(201).header("cache-control", "no-store").send({ email, role, expires_at: expiresAt.toISOString(), url });
  });

  const invited = { ...base, summary: "Open invitations to the workspace", response: { 200: MemberInviteList, ...errorReplies } };
  app.get("/member-invites", { schema: invited }, async ({ accountId }) => ({
    invites: (await listMemberInvites(db, accountId)).map(({ email, role, expiresAt }) => ({
      email,
      role,
      expires_at: expiresAt.toISOString(),
    })),
  }));

  const withdraw = {
    ...base,
    summary: "Withdraw an invitation to the workspace",
    params: MemberInviteAddress,
    response: { 204: z.null(), ...errorRepliesWithId },
  };
  app.delete("/member-invites/:email", { schema: withdraw }, async (request, reply) => {
    if (!(await deleteInvite(db, request.accountId, request.params.email))) throw new ApiError("not_found");
    return reply.code(204).send(null);
  });
}

const recordOf = ({ personId, name, email, role, joinedAt, fromGroup }: MemberLine): MemberRecord => ({
  person_id: personId,
  name,
  email,
  role,
  joined_at: joinedAt.toISOString(),
  from_group: fromGroup,
});
