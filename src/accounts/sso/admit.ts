/** Who comes from the OIDC provider becomes a person here, a member of what the provider's groups give, or is refused. */

import { lockOwnership, ownerExists } from "#accounts/accounts.store.ts";
import { placeFor } from "#accounts/join.ts";
import { takeLink } from "#accounts/links.store.ts";
import { hashToken } from "#accounts/links.ts";
import { addMember, deletePerson, findPerson, insertPerson } from "#accounts/members.store.ts";
import { toldOf } from "#accounts/scim/provision.ts";
import { ApiError } from "#contract/errors.ts";
import { type Actor, recordAudit } from "#platform/audit.store.ts";
import type { SignUp } from "#platform/config.ts";
import type { OidcConfig } from "#platform/oidc-settings.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { giveRoles, rolesGiven, takeRoles } from "./group-roles.ts";
import { findByIdentity, membershipsHeld, setIdentity } from "./sso.store.ts";

/** What the provider says of the person. `identity`: the issuer and its id of the person. `email`: in lower case. */
export type Arrival = { identity: string; email: string; emailVerified: boolean; name: string; groups: readonly string[] };

export type AdmitDeps = { db: Db; signUp: SignUp; oidc: OidcConfig };

/**
 * In one transaction: the person with this identity, else the one with this verified address, else a new one; then the memberships that the
 * groups give or no longer give, and the one of the invitation `token`. The groups are those that SCIM tells of, where it does. Whom it
 * calls inactive is refused, and so is who has no workspace after that, who is deleted too. Throws ApiError 400: owner_link_needed,
 * sso_email_unverified, sso_no_workspace, link_invalid, email_taken.
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
    const told = oidc.scimToken === null ? null : await toldOf(tx, personId, known?.email ?? email);
    const isActive = told?.isActive ?? true;
    const given = await rolesGiven(tx, isActive ? (told?.groups ?? arrival.groups) : [], oidc.roles);
    await giveRoles(tx, personId, given, by);
    if (token !== null && isActive) await takeInvitation(tx, { personId, email: known?.email ?? email, name, signUp }, token, by);
    // Last, as a person who is a member nowhere is deleted at once.
    await takeRoles(tx, personId, given, by);
    if (signUp === "open" && isActive && (await membershipsHeld(tx, personId)).length === 0) {
      const { accountId } = await placeFor(tx, signUp, { email, name }, null);
      await addMember(tx, accountId, personId, "owner");
    }
    const held = await membershipsHeld(tx, personId);
    if (held.length === 0) await deletePerson(tx, personId);
    if (!found) for (const { accountId } of held) await recordAudit(tx, { ...by, accountId }, "account.created", personId);
    return held.length > 0 && isActive;
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
