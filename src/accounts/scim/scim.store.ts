/** All SQL on what the sign-in provider says by SCIM of its people and groups. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { emailOf, type ScimProfile } from "./profile.ts";

type Reference = { value: string; display: string };
type Times = { createdAt: Date; updatedAt: Date };
export type UserRow = Times & {
  id: string;
  userName: string;
  externalId: string | null;
  email: string | null;
  active: boolean;
  profile: ScimProfile;
  personId: string | null;
  groups: Reference[];
};
export type GroupRow = Times & { id: string; displayName: string; externalId: string | null; members: Reference[] };

/** Those with this value; names without regard to case. */
export type Where = { by: "id" | "name" | "externalId"; value: string } | null;

const isWhere = (where: Where, name: "user_name" | "display_name") => {
  if (where === null) return sql<boolean>`true`;
  if (where.by === "name") return sql<boolean>`lower(t.${sql.ref(name)}) = lower(${where.value})`;
  return sql<boolean>`t.${sql.ref(where.by === "id" ? "id" : "external_id")} = ${where.value}`;
};

/** Oldest first. */
export async function users(db: Db | Tx, where: Where): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    SELECT t.id, t.user_name AS "userName", t.external_id AS "externalId", t.email, t.active, t.profile, t.person_id AS "personId",
      t.created_at AS "createdAt", t.updated_at AS "updatedAt",
      coalesce((SELECT json_agg(json_build_object('value', g.id, 'display', g.display_name) ORDER BY g.id)
        FROM scim_group_members m JOIN scim_groups g ON g.id = m.group_id WHERE m.user_id = t.id), '[]') AS groups
    FROM scim_users t WHERE ${isWhere(where, "user_name")} ORDER BY t.id`.execute(db);
  return rows;
}

/** Oldest first. */
export async function groups(db: Db | Tx, where: Where): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    SELECT t.id, t.display_name AS "displayName", t.external_id AS "externalId", t.created_at AS "createdAt", t.updated_at AS "updatedAt",
      coalesce((SELECT json_agg(json_build_object('value', u.id, 'display', u.user_name) ORDER BY u.id)
        FROM scim_group_members m JOIN scim_users u ON u.id = m.user_id WHERE m.group_id = t.id), '[]') AS members
    FROM scim_groups t WHERE ${isWhere(where, "display_name")} ORDER BY t.id`.execute(db);
  return rows;
}

export type UserData = { userName: string; externalId: string | null; active: boolean; profile: ScimProfile };

/** `id` null: a new one. Returns the id; null: there is none with this id. */
export async function saveUser(tx: Tx, id: string | null, { userName, externalId, active, profile }: UserData): Promise<string | null> {
  const values = {
    user_name: userName,
    external_id: externalId,
    email: emailOf(userName, profile),
    active,
    profile: JSON.stringify(profile),
    updated_at: sql<Date>`now()`,
  };
  const saved =
    id === null
      ? tx
          .insertInto("scim_users")
          .values({ id: newId("scu"), ...values })
          .returning("id")
      : tx.updateTable("scim_users").set(values).where("id", "=", id).returning("id");
  return (await saved.executeTakeFirst())?.id ?? null;
}

export type GroupData = { displayName: string; externalId: string | null };

/** As `saveUser`. */
export async function saveGroup(tx: Tx, id: string | null, { displayName, externalId }: GroupData): Promise<string | null> {
  const values = { display_name: displayName, external_id: externalId, updated_at: sql<Date>`now()` };
  const saved =
    id === null
      ? tx
          .insertInto("scim_groups")
          .values({ id: newId("scg"), ...values })
          .returning("id")
      : tx.updateTable("scim_groups").set(values).where("id", "=", id).returning("id");
  return (await saved.executeTakeFirst())?.id ?? null;
}

/** Returns who came or went. Ids of nobody are left out. */
export async function setMembers(tx: Tx, groupId: string, userIds: string[]): Promise<string[]> {
  const gone = sql<{ id: string }>`DELETE FROM scim_group_members WHERE group_id = ${groupId} AND NOT user_id = ANY (${userIds})
    RETURNING user_id AS id`.execute(tx);
  const came = sql<{ id: string }>`INSERT INTO scim_group_members (group_id, user_id)
    SELECT ${groupId}, id FROM scim_users WHERE id = ANY (${userIds}) ON CONFLICT DO NOTHING RETURNING user_id AS id`;
  return [...(await gone).rows, ...(await came.execute(tx)).rows].map(({ id }) => id);
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("scim_users").where("id", "=", id).execute();
}

export async function deleteGroup(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("scim_groups").where("id", "=", id).execute();
}

/** Whether the provider tells of groups at all. */
export async function hasGroups(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom("scim_groups").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** The entry that is this person, else one with this address that is no person yet; an active one first. */
export async function findUser(tx: Tx, { personId, email }: { personId: string | null; email: string }): Promise<UserRow | null> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM scim_users WHERE person_id = ${personId} OR (person_id IS NULL AND email = ${email})
    ORDER BY active DESC, person_id NULLS LAST, id LIMIT 1`.execute(tx);
  const [found] = rows;
  return found ? ((await users(tx, { by: "id", value: found.id }))[0] ?? null) : null;
}

/** Whether another one is active, and is the same person or has the same address. */
export async function hasActiveTwin(
  tx: Tx,
  { id, personId, email }: { id: string; personId: string | null; email: string | null },
): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM scim_users WHERE active AND id <> ${id} AND (person_id = ${personId} OR email = ${email}) LIMIT 1`.execute(tx);
  return rows.length > 0;
}

export async function linkPerson(tx: Tx, id: string, personId: string): Promise<void> {
  await tx.updateTable("scim_users").set({ person_id: personId }).where("id", "=", id).execute();
}

/** The provider that goes on telling of the person makes a new one. */
export async function forgetUser(tx: Tx, { personId, email }: { personId: string; email: string }): Promise<void> {
  await tx
    .deleteFrom("scim_users")
    .where(({ or, eb }) => or([eb("person_id", "=", personId), eb("email", "=", email)]))
    .execute();
}
