/** What the provider's groups give in workspaces, and take. */
import { removeMember } from "#accounts/members.store.ts";
import { type MemberRole, mayAs } from "#contract/roles.ts";
import { type Actor, recordAudit } from "#platform/audit.store.ts";
import type { GroupRole } from "#platform/oidc-settings.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { existing, membershipsHeld, ownersWorkspace, setGroupRole } from "./sso.store.ts";

/** Roles that people gave by hand stay as they are. */
export async function giveRoles(tx: Tx, personId: string, given: ReadonlyMap<string, MemberRole>, by: Actor): Promise<void> {
  const held = await membershipsHeld(tx, personId);
  for (const [accountId, role] of given) {
    const before = held.find((each) => each.accountId === accountId);
    if (before && (!before.fromGroup || before.role === role)) continue;
    await setGroupRole(tx, { accountId, personId, role });
    await recordAudit(tx, { ...by, accountId }, before ? "member.role_changed" : "member.joined", personId);
  }
}

/** A person who is a member nowhere after that is deleted with the last membership, so give first. */
export async function takeRoles(tx: Tx, personId: string, given: ReadonlyMap<string, MemberRole>, by: Actor): Promise<void> {
  for (const { accountId, fromGroup } of await membershipsHeld(tx, personId)) {
    if (!fromGroup || given.has(accountId)) continue;
    await removeMember(tx, accountId, personId);
    await recordAudit(tx, { ...by, accountId }, "member.removed", personId);
  }
}

/** The highest role in each workspace that exists. */
export async function rolesGiven(tx: Tx, groups: readonly string[], roles: readonly GroupRole[]): Promise<Map<string, MemberRole>> {
  const owners = await ownersWorkspace(tx);
  const given = new Map<string, MemberRole>();
  for (const { group, role, workspace } of roles) {
    const accountId = workspace ?? owners;
    if (accountId === null || !groups.includes(group)) continue;
    const before = given.get(accountId);
    if (before === undefined || mayAs(role, before)) given.set(accountId, role);
  }
  const there = await existing(tx, [...given.keys()]);
  return new Map([...given].filter(([accountId]) => there.includes(accountId)));
}
