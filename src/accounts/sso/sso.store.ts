/** All SQL on identities at the OIDC provider, the memberships that its groups give, and the sessions that it began. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { MemberRole } from "#contract/roles.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

/** better-auth's id of the provider, and the end of the address that the provider sends people back to. */
export const PROVIDER = "oidc";

/** `identity`: the issuer and the provider's id of the person. */
export async function findByIdentity(tx: Tx, identity: string): Promise<{ id: string; email: string } | null> {
  const row = await tx
    .selectFrom("credentials as c")
    .innerJoin("people as p", "p.id", "c.person_id")
    .select(["p.id", "p.email"])
    .where("c.provider_id", "=", PROVIDER)
    .where("c.provider_account_id", "=", identity)
    .executeTakeFirst();
  return row ?? null;
}

/** A person has one: whom the provider knows by a new id keeps the account here. */
export async function setIdentity(tx: Tx, personId: string, identity: string): Promise<void> {
  await tx
    .insertInto("credentials")
    .values({ id: newId("cred"), person_id: personId, provider_id: PROVIDER, provider_account_id: identity, password: null })
    .onConflict((conflict) =>
      conflict.columns(["person_id", "provider_id"]).doUpdateSet({ provider_account_id: identity, updated_at: sql`now()` }),
    )
    .execute();
}

export type Held = { accountId: string; role: MemberRole; fromGroup: boolean };

/** Row locks. */
export const membershipsHeld = (tx: Tx, personId: string): Promise<Held[]> =>
  tx
    .selectFrom("members")
    .select(["account_id as accountId", "role", "from_group as fromGroup"])
    .where("person_id", "=", personId)
    .orderBy("account_id")
    .forUpdate()
    .execute();

/** Those of the workspaces that exist. */
export async function existing(tx: Tx, accountIds: string[]): Promise<string[]> {
  if (accountIds.length === 0) return [];
  return (await tx.selectFrom("accounts").select("id").where("id", "in", accountIds).execute()).map(({ id }) => id);
}

/** The workspace of the server's owner; null: there is no owner yet. */
export async function ownersWorkspace(tx: Tx): Promise<string | null> {
  return (await tx.selectFrom("accounts").select("id").where("role", "=", "owner").executeTakeFirst())?.id ?? null;
}

export async function setGroupRole(tx: Tx, { accountId, personId, role }: { accountId: string; personId: string; role: MemberRole }) {
  await tx
    .insertInto("members")
    .values({ account_id: accountId, person_id: personId, role, from_group: true })
    .onConflict((conflict) => conflict.columns(["account_id", "person_id"]).doUpdateSet({ role, from_group: true }))
    .execute();
}

export type FromProvider = { idToken: string; providerSession: string | null; hours: number };

/** The session ends after `hours`, however much it is used. */
export async function markSession(db: Db, sessionId: string, { idToken, providerSession, hours }: FromProvider): Promise<void> {
  await db
    .updateTable("sessions")
    .set({
      id_token: idToken,
      provider_session: providerSession,
      ends_at: sql<Date>`created_at + make_interval(hours => ${hours})`,
    })
    .where("id", "=", sessionId)
    .execute();
}

/** Null: the session did not begin at the provider. */
export async function idTokenOf(db: Db, sessionId: string): Promise<string | null> {
  return (await db.selectFrom("sessions").select("id_token as idToken").where("id", "=", sessionId).executeTakeFirst())?.idToken ?? null;
}

/** Ends the provider's one session, or without it all that the person began there. Returns whose they were. */
export async function endSessions(
  db: Db,
  { identity, providerSession }: { identity: string | null; providerSession: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`DELETE FROM sessions s WHERE s.id_token IS NOT NULL
    AND (${providerSession}::text IS NULL OR s.provider_session = ${providerSession})
    AND (${identity}::text IS NULL OR EXISTS (SELECT FROM credentials c
      WHERE c.person_id = s.person_id AND c.provider_id = ${PROVIDER} AND c.provider_account_id = ${identity}))
    RETURNING s.person_id AS id`.execute(db);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Those that the person began at the provider. */
export async function endSessionsOf(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom("sessions").where("person_id", "=", personId).where("id_token", "is not", null).execute();
}
