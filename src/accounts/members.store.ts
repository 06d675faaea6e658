/** All SQL on people and the workspaces they are members of. A workspace is an account. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { MemberRole } from "#contract/roles.ts";
import type { Tier } from "#contract/tiers.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

export type Membership = { accountId: string; name: string; tier: Tier; role: MemberRole };

/** How the session began. Roles that come from a group count in sessions of the provider only: no other sign-in asks it whether they still hold. */
export type Began = { atProvider: boolean };

const memberships = (db: Db | Tx, personId: string, { atProvider }: Began) =>
  db
    .selectFrom("members as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .select(["m.account_id as accountId", sql<string>`coalesce(nullif(a.name, ''), a.email, '')`.as("name"), "a.tier", "m.role"])
    .where("m.person_id", "=", personId)
    .where((eb) => eb.or([eb.val(atProvider), eb.not("m.from_group")]));

/** The workspace that the person looks at: the wanted one if it is theirs, else the one last entered, else the one joined first. Null: none, or no such person. */
export async function membershipOf(db: Db, personId: string, wanted: string | null, began: Began): Promise<Membership | null> {
  const found = await memberships(db, personId, began)
    .orderBy(sql`m.account_id IS NOT DISTINCT FROM ${wanted}`, "desc")
    .orderBy("m.entered_at", (order) => order.desc().nullsLast())
    .orderBy("m.created_at")
    .orderBy("m.account_id")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** In the order in which the person joined them. */
export const listMemberships = (db: Db | Tx, personId: string, began: Began): Promise<Membership[]> =>
  memberships(db, personId, began).orderBy("m.created_at").orderBy("m.account_id").execute();

/** The session looks at this workspace from now on, and so do new ones of the person. False: the person is no member of it. */
export async function enterWorkspace(
  db: Db,
  session: { sessionId: string; personId: string } & Began,
  accountId: string,
): Promise<boolean> {
  const row = await db
    .updateTable("members")
    .set({ entered_at: sql`now()` })
    .where("account_id", "=", accountId)
    .where("person_id", "=", session.personId)
    .where((eb) => eb.or([eb.val(session.atProvider), eb.not("from_group")]))
    .returning("role")
    .executeTakeFirst();
  if (row) await db.updateTable("sessions").set({ workspace_id: accountId }).where("id", "=", session.sessionId).execute();
  return row !== undefined;
}

/** `fromGroup`: the role is that of a group of the sign-in provider. */
export type MemberLine = { personId: string; name: string; email: string; role: MemberRole; joinedAt: Date; fromGroup: boolean };

/** In the order in which they joined. */
export const listMembers = (db: Db | Tx, accountId: string): Promise<MemberLine[]> =>
  db
    .selectFrom("members as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .select(["p.id as personId", "p.name", "p.email", "m.role", "m.created_at as joinedAt", "m.from_group as fromGroup"])
    .where("m.account_id", "=", accountId)
    .orderBy("m.created_at")
    .orderBy("p.id")
    .execute();

/** Locks the members of the workspace, so that two owners cannot leave at the same time, each seeing the other. */
export async function lockMembers(tx: Tx, accountId: string): Promise<Map<string, MemberRole>> {
  const rows = await tx.selectFrom("members").select(["person_id", "role"]).where("account_id", "=", accountId).forUpdate().execute();
  return new Map(rows.map(({ person_id, role }) => [person_id, role]));
}

/** False: the person is a member already, whose role stays. */
export async function addMember(tx: Db | Tx, accountId: string, personId: string, role: MemberRole): Promise<boolean> {
  const row = await tx
    .insertInto("members")
    .values({ account_id: accountId, person_id: personId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning("role")
    .executeTakeFirst();
  return row !== undefined;
}

export async function isFromGroup(tx: Tx, accountId: string, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("members")
    .select("from_group")
    .where("account_id", "=", accountId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row?.from_group ?? false;
}

export async function setRole(tx: Tx, accountId: string, personId: string, role: MemberRole): Promise<void> {
  await tx.updateTable("members").set({ role }).where("account_id", "=", accountId).where("person_id", "=", personId).execute();
}

/** A person who is a member nowhere any more is deleted with their password and sessions (a trigger of migration 0039). */
export async function removeMember(tx: Tx, accountId: string, personId: string): Promise<void> {
  await tx.deleteFrom("members").where("account_id", "=", accountId).where("person_id", "=", personId).execute();
}

export async function findPerson(db: Db | Tx, email: string): Promise<{ id: string; name: string } | null> {
  const row = await db.selectFrom("people").select(["id", "name"]).where("email", "=", email.toLowerCase()).executeTakeFirst();
  return row ?? null;
}

/** Null: a person with this address exists already. */
export async function insertPerson(tx: Tx, person: { email: string; name: string }): Promise<string | null> {
  const row = await tx
    .insertInto("people")
    .values({ id: newId("per"), ...person })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The owner of the server, who may be a person already. */
export async function upsertOwner(tx: Tx, { email, name }: { email: string; name: string }): Promise<string> {
  const row = await tx
    .insertInto("people")
    .values({ id: newId("per"), email, name, role: "owner" })
    .onConflict((conflict) => conflict.column("email").doUpdateSet({ name, role: "owner" }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function isMember(db: Db | Tx, accountId: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom("members")
    .select("role")
    .where("account_id", "=", accountId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasMembers(db: Db | Tx, accountId: string): Promise<boolean> {
  return (await db.selectFrom("members").select("role").where("account_id", "=", accountId).limit(1).executeTakeFirst()) !== undefined;
}

/** Workspaces of which the person is the only owner, beside `except`. */
export async function ownedAlone(tx: Tx, personId: string, except: string | null): Promise<{ accountId: string; name: string }[]> {
  const { rows } = await sql<{ accountId: string; name: string }>`
    SELECT a.id AS "accountId", a.name FROM members m JOIN accounts a ON a.id = m.account_id
    WHERE m.person_id = ${personId} AND m.role = 'owner' AND m.account_id IS DISTINCT FROM ${except}
      AND NOT EXISTS (SELECT FROM members o WHERE o.account_id = m.account_id AND o.role = 'owner' AND o.person_id <> m.person_id)
    ORDER BY a.id`.execute(tx);
  return rows;
}

/** Members of no other workspace, and the person with this address. */
export async function peopleOnlyIn(tx: Tx, accountId: string, email: string | null): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`SELECT p.id, p.email FROM people p
    WHERE p.email = ${email} OR (EXISTS (SELECT FROM members m WHERE m.person_id = p.id AND m.account_id = ${accountId})
      AND NOT EXISTS (SELECT FROM members m WHERE m.person_id = p.id AND m.account_id <> ${accountId})) ORDER BY p.id`.execute(tx);
  return rows;
}

export async function deletePerson(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom("people").where("id", "=", personId).execute();
}
