/** Our SQL on second factors; better-auth has its own. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.ts";

/** `hasPassword`: without one the sign-in provider asks for a second factor, and not this server. */
export type SecondFactorState = { isOn: boolean; hasPassword: boolean };

export async function secondFactorOf(db: Db, personId: string): Promise<SecondFactorState> {
  const row = await db
    .selectFrom("people as p")
    .leftJoin("credentials as c", (join) => join.onRef("c.person_id", "=", "p.id").on("c.provider_id", "=", "credential"))
    .select(["p.two_factor_enabled as isOn", "c.id as passwordId"])
    .where("p.id", "=", personId)
    .executeTakeFirstOrThrow();
  return { isOn: row.isOn, hasPassword: row.passwordId !== null };
}

/** For a person who has lost the app and the codes. False: there was none. */
export async function resetSecondFactor(tx: Tx, personId: string): Promise<boolean> {
  await tx.deleteFrom("second_factors").where("person_id", "=", personId).execute();
  const row = await tx
    .updateTable("people")
    .set({ two_factor_enabled: false })
    .where("id", "=", personId)
    .where("two_factor_enabled", "=", true)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Three codes are right at a time: the current one, the one before and the one after. */
const CODES_KEPT = 5;

/** Notes that a code of the app was taken. False: it was before (RFC 6238 section 5.2), or the factor is gone. Of two at a time one is true. */
export async function useCode(db: Db, personId: string, code: string): Promise<boolean> {
  const row = await db
    .updateTable("second_factors")
    .set({ used_codes: sql`(ARRAY[${code}::text] || used_codes)[1:${sql.lit(CODES_KEPT)}]` })
    .where("person_id", "=", personId)
    .where(sql<boolean>`${code} <> ALL (used_codes)`)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldSignInSteps(db: Db): Promise<void> {
  await sql`DELETE FROM sign_in_steps WHERE expires_at < now()`.execute(db);
}
