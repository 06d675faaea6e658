/** Who comes from the OIDC provider becomes a person here, a member of what the provider's groups give, or is refused. */

import { lockOwnership, ownerExists } from "#accounts/accounts.store.ts";
import { placeFor } from "#accounts/join.ts";
import { takeLink } from "#accounts/links.store.ts";
import { hashToken } from "#accounts/links.ts";
import { addMember, deletePerson, findPerson, insertPerson, removeMember } from "#accounts/members.store.ts";
import { ApiError } from "#contract/errors.ts";
import { type MemberRole, mayAs } from "#contract/roles.ts";
import { type Actor, recordAudit } from "#platform/audit.store.ts";
import type { SignUp } from "#platform/config.ts";
import type { GroupRole, OidcConfig } from "#platform/oidc-settings.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { existing, findByIdentity, membershipsHeld, ownersWorkspace, setGroupRole, setIdentity } from "./sso.store.ts";

/** What the provider says of the person. `identity`: the issuer and its id of the person. `email`: in lower case. */
export type Arrival = { identity: string; email: string; emailVerified: boolean; name: string; groups: readonly string[] };

export type AdmitDeps = { db: Db; signUp: SignUp; oidc: OidcConfig };

/**
 * In one transaction: the person with this identity, else the one with this verified address, else a new one; then the memberships that the
 * groups give or no longer give, and the one of the invitation `token`. A person who has no workspace after that is deleted and refused. Throws ApiError 400:
 * owner_link_needed, sso_email_unverified, sso_no_workspace, link_invalid, email_taken.
 */
export async function admit({ db, signUp, oidc }: AdmitDeps, arrival: Arrival, token: string | null, by: Actor): Promise<void> {
  const isIn = await transaction(db, async (tx) => {
    await lockOwnership(tx);
    if (!(await ownerExists(tx))) throw new ApiError("owner_link_needed");
    const { email, name, identity } = arrival;
    const known = await findByIdentity(tx, identity);
    // An address that anyone can claim would open the account of the person who has it.
    if (!known && !arrival.emailVerified) throw new ApiError("sso_email_unverified");
    const found = known ?? (await findPerson(tx, email));
    const personId = found?.id ?? (await insertPerson(tx, { email, name }));
    if (personId === null) throw new ApiError("email_taken");
    if (!known) await setIdentity(tx, personId, identity);
    const given = await rolesGiven(tx, arrival.groups, oidc.roles);
    await giveRoles(tx, personId, given, by);
    if (token !== null) await takeInvitation(tx, { personId, email: known?.email ?? email, name, signUp }, token, by);
    // Last, as a person who is a member nowhere is deleted at once.
    await takeRoles(tx, personId, given, by);
    if (signUp === "open" && (await membershipsHeld(tx, personId)).length === 0) {
      const { accountId } = await placeFor(tx, signUp, { email, name }, null);
      await addMember(tx, accountId, personId, "owner");
    }
    const held = await membershipsHeld(tx, personId);
    if (held.length === 0) await deletePerson(tx, personId);
    if (!found) for (const { accountId } of held) await recordAudit(tx, { ...by, accountId }, "account.created", personId);
    return held.length > 0;
  });
  if (!isIn) throw new ApiError("sso_no_workspace");
}

type Invited = { personId: string; email: string; name: string; signUp: SignUp };

/** Throws ApiError 400 link_invalid, email_taken. */
async function takeInvitation(tx: Tx, { personId, email, name, signUp }: Invited, token: string, by: Actor): Promise<void> {
  const link = await takeLink(tx, hashToken(token));
  if ((link?.kind !== "member" && link?.kind !== "invite") || link.email !== email) throw new ApiError("link_invalid");
  const { accountId, role } = await placeFor(tx, signUp, { email, name }, link);
  if (await addMember(tx, accountId, personId, role)) await recordAudit(tx, { ...by, accountId }, "member.joined", personId);
}

/** Roles that people gave by hand stay as they are. */
async function giveRoles(tx: Tx, personId: string, given: ReadonlyMap<string, MemberRole>, by: Actor): Promise<void> {
  const held = await membershipsHeld(tx, personId);
  for (const [accountId, role] of given) {
    const before = held.find((each) => each.accountId === accountId);
    if (before && (!before.fromGroup || before.role === role)) continue;
    await setGroupRole(tx, { accountId, personId, role });
    await recordAudit(tx, { ...by, accountId }, before ? "member.role_changed" : "member.joined", personId);
  }
}

async function takeRoles(tx: Tx, personId: string, given: ReadonlyMap<string, MemberRole>, by: Actor): Promise<void> {
  for (const { accountId, fromGroup } of await membershipsHeld(tx, personId)) {
    if (!fromGroup || given.has(accountId)) continue;
    await removeMember(tx, accountId, personId);
    await recordAudit(tx, { ...by, accountId }, "member.removed", personId);
  }
}

/** The highest role in each workspace that exists. */
async function rolesGiven(tx: Tx, groups: readonly string[], roles: readonly GroupRole[]): Promise<Map<string, MemberRole>> {
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
