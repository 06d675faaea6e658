/** Our SQL on passwords and sessions; better-auth has its own for signing in. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

/** Sets the person's password and ends their sessions. */
export async function setCredential(tx: Tx, personId: string, passwordHash: string): Promise<void> {
  await tx
    .insertInto("credentials")
    .values({ id: newId("cred"), person_id: personId, provider_id: "credential", provider_account_id: personId, password: passwordHash })
    .onConflict((conflict) =>
      conflict.columns(["person_id", "provider_id"]).doUpdateSet({ password: passwordHash, updated_at: sql`now()` }),
    )
    .execute();
  await tx.deleteFrom("sessions").where("person_id", "=", personId).execute();
}

export async function deleteOldSessions(db: Db): Promise<void> {
  await sql`DELETE FROM sessions WHERE expires_at < now()`.execute(db);
}
