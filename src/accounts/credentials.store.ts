/** Our SQL on passwords and sessions; better-auth has its own for signing in. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

export async function hasCredential(db: Db | Tx, accountId: string): Promise<boolean> {
  return (await db.selectFrom("credentials").select("id").where("account_id", "=", accountId).executeTakeFirst()) !== undefined;
}

/** Sets the account's password and ends its sessions. */
export async function setCredential(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await tx
    .insertInto("credentials")
    .values({ id: newId("cred"), account_id: accountId, provider_id: "credential", provider_account_id: accountId, password: passwordHash })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ password: passwordHash, updated_at: sql`now()` }))
    .execute();
  await tx.deleteFrom("sessions").where("account_id", "=", accountId).execute();
}

export async function deleteOldSessions(db: Db): Promise<void> {
  await sql`DELETE FROM sessions WHERE expires_at < now()`.execute(db);
}
