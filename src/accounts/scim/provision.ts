/** What the provider says by SCIM of a person is done here: a place in the workspaces of their groups, or none at all. */
import { ownerExists } from "#accounts/accounts.store.ts";
import { findPerson, insertPerson } from "#accounts/members.store.ts";
import { giveRoles, rolesGiven, takeRoles } from "#accounts/sso/group-roles.ts";
import { endSessionsOf, membershipsHeld } from "#accounts/sso/sso.store.ts";
import { type Actor, recordAudit } from "#platform/audit.store.ts";
import type { GroupRole } from "#platform/oidc-settings.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { nameOf } from "./profile.ts";
import { findUser, hasActiveTwin, hasGroups, linkPerson, type UserRow } from "./scim.store.ts";

type Given = { roles: readonly GroupRole[]; by: Actor };

/**
 * Gives and takes memberships by the groups that SCIM tells of; who is new and gets one has an account from then on. Who is not active keeps
 * none of a group, and the sessions that began at the provider end. `areGroupsTold`: else the groups of an active person are those that the
 * provider names at each sign-in, and nothing of them changes. Call it under `lockOwnership`.
 */
export async function provision(tx: Tx, user: UserRow, areGroupsTold: boolean, { roles, by }: Given): Promise<void> {
  const { email, active } = user;
  const found = user.personId ?? (email === null ? null : ((await findPerson(tx, email))?.id ?? null));
  if (active && !areGroupsTold) return;
  // The provider made the person anew, and takes back the old one.
  if (!active && (await hasActiveTwin(tx, { id: user.id, personId: found, email }))) return;
  if (!active && found !== null) await endSessionsOf(tx, found);
  const names = active && (await ownerExists(tx)) ? user.groups.map(({ display }) => display) : [];
  const given = await rolesGiven(tx, names, roles);
  if (found === null && given.size === 0) return;
  const personId = found ?? (email === null ? null : await insertPerson(tx, { email, name: nameOf(user.profile) }));
  if (personId === null) return;
  await linkPerson(tx, user.id, personId);
  await giveRoles(tx, personId, given, by);
  if (found === null)
    for (const { accountId } of await membershipsHeld(tx, personId))
      await recordAudit(tx, { ...by, accountId }, "account.created", personId);
  await takeRoles(tx, personId, given, by);
}

/** `groups` null: those that the provider named at the sign-in count. */
export type Told = { isActive: boolean; groups: string[] | null };

/** What SCIM says of somebody who signs in at the provider; null: nothing. */
export async function toldOf(tx: Tx, personId: string, email: string): Promise<Told | null> {
  const user = await findUser(tx, { personId, email });
  if (!user) return null;
  if (user.personId === null) await linkPerson(tx, user.id, personId);
  return { isActive: user.active, groups: (await hasGroups(tx)) ? user.groups.map(({ display }) => display) : null };
}
