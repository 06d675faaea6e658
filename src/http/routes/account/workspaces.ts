/** POST, GET /workspaces; POST /workspaces/{account_id}/enter; PUT /workspace: the workspaces of the signed-in person. POST /links/accept: joins one. */
import { z } from "zod";
import { type Began, enterWorkspace, listMemberships, type Membership, membershipOf } from "#accounts/members.store.ts";
import { acceptInvitation, makeWorkspace, renameWorkspace } from "#accounts/workspaces.ts";
import { LinkBody } from "#contract/account.ts";
import { ApiError } from "#contract/errors.ts";
import { idShape } from "#contract/ids.ts";
import { WorkspaceBody, WorkspaceList, WorkspaceRecord } from "#contract/members.ts";
import type { App } from "#http/app.ts";
import { askingOf } from "#http/asking.ts";
import type { AccountDeps } from "#http/http-deps.ts";
import { errorReplies, errorRepliesWithId } from "#http/replies.ts";

const base = { tags: ["account"] };

export function workspaces(app: App, { db, systemDb }: Pick<AccountDeps, "db" | "systemDb">): void {
  /** The session looks at this one from now on. Throws ApiError 404. */
  const enter = async (asking: { sessionId: string; personId: string } & Began, accountId: string) => {
    const found = (await enterWorkspace(systemDb, asking, accountId))
      ? await membershipOf(systemDb, asking.personId, accountId, asking)
      : null;
    if (!found) throw new ApiError("not_found");
    return recordOf(found);
  };

  const list = { ...base, summary: "The workspaces of the signed-in person", response: { 200: WorkspaceList, ...errorReplies } };
  app.get("/workspaces", { schema: list }, async (request) => ({
    workspaces: (await listMemberships(systemDb, askingOf(request).personId, askingOf(request))).map(recordOf),
  }));

  const create = { ...base, summary: "Make a workspace", body: WorkspaceBody, response: { 201: WorkspaceRecord, ...errorReplies } };
  app.post("/workspaces", { schema: create }, async (request, reply) =>
    reply.code(201).send(recordOf(await makeWorkspace(systemDb, askingOf(request), request.body.name))),
  );

  const params = z.object({ account_id: idShape("acct") });
  const open = { ...base, summary: "Look at another workspace", params, response: { 200: WorkspaceRecord, ...errorRepliesWithId } };
  app.post("/workspaces/:account_id/enter", { schema: open }, (request) => enter(askingOf(request), request.params.account_id));

  const rename = { ...base, summary: "Rename the workspace", body: WorkspaceBody, response: { 200: WorkspaceRecord, ...errorReplies } };
  app.put("/workspace", { schema: rename }, async (request) => {
    const asking = askingOf(request);
    await renameWorkspace(db, request.caller, request.body.name);
    const found = await membershipOf(systemDb, asking.personId, request.accountId, asking);
    if (!found) throw new ApiError("unauthorized");
    return recordOf(found);
  });

  const accept = {
    ...base,
    summary: "Join a workspace by invitation",
    body: LinkBody,
    response: { 200: WorkspaceRecord, ...errorReplies },
  };
  app.post("/links/accept", { schema: accept }, async (request) => {
    const asking = askingOf(request);
    return enter(asking, await acceptInvitation(systemDb, asking, request.body.token));
  });
}

const recordOf = ({ accountId, name, role, tier }: Membership): WorkspaceRecord => ({ account_id: accountId, name, role, tier });
