/** All SQL on webhook secrets, which are stored sealed (platform/secret-box.ts). */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.ts";

export type SecretRow = { sealed_secret: string; created_at: Date; sealed_previous: string | null; previous_expires_at: Date | null };

const COLUMNS = ["sealed_secret", "created_at", "sealed_previous", "previous_expires_at"] as const;

/** The account's secret; inserts `sealed()` when there is none. An expired previous secret is left out. */
export async function findOrInsertSecret(db: Db | Tx, accountId: string, sealed: () => string): Promise<SecretRow> {
  const read = () => db.selectFrom("webhook_secrets").select(COLUMNS).where("account_id", "=", accountId).executeTakeFirst();
  const row = await read();
  if (row)
    return row.previous_expires_at !== null && row.previous_expires_at.getTime() <= Date.now()
      ? { ...row, sealed_previous: null, previous_expires_at: null }
      : row;
  await db
    .insertInto("webhook_secrets")
    .values({ account_id: accountId, sealed_secret: sealed() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await read()) ?? Promise.reject(new Error("the webhook secret could not be made"));
}

/** The previous secret signs beside the new one for `overlapHours`. */
export async function replaceSecret(tx: Tx, accountId: string, sealed: string, overlapHours: number): Promise<void> {
  await tx
    .updateTable("webhook_secrets")
    .set((eb) => ({
      sealed_previous: eb.ref("sealed_secret"),
      sealed_secret: sealed,
      created_at: sql`now()`,
      previous_expires_at: sql`now() + make_interval(hours => ${overlapHours})`,
    }))
    .where("account_id", "=", accountId)
    .execute();
}
