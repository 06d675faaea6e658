/** All SQL on wrong passwords. The delay grows with each one, and is the same for addresses without an account. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.ts";

/** Wrong passwords without a delay; then 1, 2, 4 … seconds, at most 15 minutes. */
const FREE_FAILURES = 4;
const DELAY_SECONDS_MAX = 900;
/** The count is reset after this time without an attempt. */
const FORGET_HOURS = 24;

/** Of the address as the contract normalises it: lower case, without surrounding spaces. */
const hashOf = (email: string) => createHash("sha256").update(email).digest();

/**
 * Counts an attempt before the password is checked, so that simultaneous attempts are counted too. Returns the seconds to wait; 0: allowed.
 * An attempt that has to wait is not counted.
 */
export async function takeSignInTry(db: Db, email: string): Promise<number> {
  const hash = hashOf(email);
  const { rows } = await sql<{ wait: number }>`
    WITH taken AS (
      INSERT INTO sign_in_failures AS f (email_hash, failures, blocked_until) VALUES (${hash}, 1, now())
      ON CONFLICT (email_hash) DO UPDATE SET
        failures = CASE WHEN f.blocked_until < now() - make_interval(hours => ${FORGET_HOURS}) THEN 1 ELSE f.failures + 1 END,
        blocked_until = now() + make_interval(secs => CASE WHEN f.failures + 1 <= ${FREE_FAILURES} THEN 0
          ELSE least(${DELAY_SECONDS_MAX}, power(2, least(f.failures - ${FREE_FAILURES}, 20))) END)
        WHERE f.blocked_until <= now()
      RETURNING 1
    )
    SELECT CASE WHEN EXISTS (SELECT FROM taken) THEN 0
      ELSE coalesce((SELECT extract(epoch FROM blocked_until - now()) FROM sign_in_failures WHERE email_hash = ${hash}), 0)
      END::float8 AS wait`.execute(db);
  return Math.max(0, Math.ceil(rows[0]?.wait ?? 0));
}

/** The password was right: clears the count. */
export async function forgetSignInTries(db: Db, email: string): Promise<void> {
  await db.deleteFrom("sign_in_failures").where("email_hash", "=", hashOf(email)).execute();
}

export async function deleteOldSignInTries(db: Db): Promise<void> {
  await sql`DELETE FROM sign_in_failures WHERE blocked_until < now() - make_interval(hours => ${FORGET_HOURS})`.execute(db);
}
