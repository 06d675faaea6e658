/** Workspaces: made, renamed, entered and left; who is invited, and with which role. */
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { type MemberRole, mayAs } from "#contract/roles.ts";
import { RATE_PER_MINUTE } from "#contract/tiers.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { insertWorkspace, renameAccount } from "./accounts.store.ts";
import { takeLink } from "./links.store.ts";
import { createLink, hashToken } from "./links.ts";
import {
  addMember,
  findPerson,
  isFromGroup,
  listMembers,
  listMemberships,
  lockMembers,
  type MemberLine,
  type Membership,
  removeMember,
  setRole,
} from "./members.store.ts";
import type { Session } from "./sessions.ts";

/** Who asks, with the role that the session was found to have. */
export type Asking = Caller & Pick<Session, "personId" | "email" | "atProvider"> & { role: MemberRole };

/** `db`: sees the rows of all accounts. The new workspace has the tier of the one it is made from. Throws ApiError 400, 403. */
export async function makeWorkspace(db: Db, asking: Asking, name: string): Promise<Membership> {
  return transaction(db, async (tx) => {
    const { personId } = asking;
    const all = await listMemberships(tx, personId, asking);
    if (all.length >= LIMITS.workspacesMax) throw new ApiError("too_many_workspaces");
    const from = all.find(({ accountId }) => accountId === asking.accountId);
    // Only a person who owns a workspace may make another: invited reviewers do not get new quotas.
    if (!from || !mayAs(from.role, "owner")) throw new ApiError("role_too_low");
    const accountId = await insertWorkspace(tx, { name, tier: from.tier, ratePerMinute: RATE_PER_MINUTE[from.tier] });
    await addMember(tx, accountId, personId, "owner");
    await recordAudit(tx, { ...asking, accountId }, "workspace.created", accountId);
    return { accountId, name, tier: from.tier, role: "owner" };
  });
}

export async function renameWorkspace(db: Db, caller: Caller, name: string): Promise<void> {
  await renameAccount(db, caller.accountId, name);
  await recordAudit(db, caller, "workspace.renamed", caller.accountId);
}

/** Nobody gives or takes a role above their own. */
function refuseAbove(asking: Asking, ...roles: MemberRole[]): void {
  if (!roles.every((role) => mayAs(asking.role, role))) throw new ApiError("role_too_low");
}

/** Throws ApiError 400 last_owner, role_from_group; 403, 404. */
export async function changeRole(db: Db, asking: Asking, personId: string, role: MemberRole): Promise<MemberLine> {
  const { accountId } = asking;
  await transaction(db, async (tx) => {
    const members = await lockMembers(tx, accountId);
    const before = members.get(personId);
    if (before === undefined) throw new ApiError("not_found");
    refuseAbove(asking, before, role);
    await refuseFromGroup(tx, accountId, personId);
    if (before === "owner" && role !== "owner") refuseLastOwner(members);
    await setRole(tx, accountId, personId, role);
    await recordAudit(tx, asking, "member.role_changed", personId);
  });
  const member = (await listMembers(db, accountId)).find((each) => each.personId === personId);
  if (!member) throw new ApiError("not_found");
  return member;
}

/** Removes the member: the caller, or for an admin another one. Their next request is of another workspace, or refused. Throws ApiError 400, 403, 404. */
export async function leaveWorkspace(db: Db, asking: Asking, personId: string): Promise<void> {
  const { accountId } = asking;
  await transaction(db, async (tx) => {
    const members = await lockMembers(tx, accountId);
    const role = members.get(personId);
    if (personId !== asking.personId) refuseAbove(asking, "admin", role ?? "viewer");
    if (role === undefined) throw new ApiError("not_found");
    await refuseFromGroup(tx, accountId, personId);
    if (role === "owner") refuseLastOwner(members);
    await removeMember(tx, accountId, personId);
    await recordAudit(tx, asking, "member.removed", personId);
  });
}

/** The next sign-in would undo it. */
async function refuseFromGroup(tx: Tx, accountId: string, personId: string): Promise<void> {
  if (await isFromGroup(tx, accountId, personId)) throw new ApiError("role_from_group");
}

function refuseLastOwner(members: Map<string, MemberRole>): void {
  if ([...members.values()].filter((role) => role === "owner").length === 1) throw new ApiError("last_owner");
}

/** The link is shown once; an earlier one for the same address ends. Throws ApiError 400 already_member, 403. */
export async function inviteMember(
  db: Db,
  publicUrl: string,
  asking: Asking,
  { email, role }: { email: string; role: MemberRole },
): Promise<{ url: string; expiresAt: Date }> {
  refuseAbove(asking, role);
  return transaction(db, async (tx) => {
    if ((await listMembers(tx, asking.accountId)).some((member) => member.email === email)) throw new ApiError("already_member");
    await recordAudit(tx, asking, "member.invited", email);
    return createLink(tx, publicUrl, { kind: "member", email, role, accountId: asking.accountId });
  });
}

/**
 * A signed-in person accepts an invitation to their address. `db` sees the rows of all accounts. Returns the workspace. Throws ApiError 400
 * link_invalid.
 */
export async function acceptInvitation(db: Db, asking: Asking, token: string): Promise<string> {
  return transaction(db, async (tx) => {
    const link = await takeLink(tx, hashToken(token));
    if (link?.kind !== "member" || link.createdBy === null || link.role === null || link.email !== asking.email)
      throw new ApiError("link_invalid");
    if (!(await findPerson(tx, asking.email))) throw new ApiError("link_invalid");
    await addMember(tx, link.createdBy, asking.personId, link.role);
    await recordAudit(tx, { ...asking, accountId: link.createdBy }, "member.joined", asking.personId);
    return link.createdBy;
  });
}
