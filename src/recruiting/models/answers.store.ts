/** All SQL on kept answers of models. */
import { sql } from "kysely";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";

export async function findAnswer(db: Db, accountId: string, key: Buffer): Promise<unknown> {
  const { rows } = await sql<{ answer: unknown }>`${prepared}
    SELECT answer FROM model_answers WHERE account_id = ${accountId} AND key = ${key} AND expires_at > now()`.execute(db);
  return rows[0]?.answer ?? null;
}

export async function keepAnswer(db: Db, accountId: string, key: Buffer, answer: object, keepDays: number): Promise<void> {
  await sql`${prepared}
    INSERT INTO model_answers (account_id, key, answer, expires_at)
    VALUES (${accountId}, ${key}, ${JSON.stringify(answer)}, now() + make_interval(days => ${keepDays}))
    ON CONFLICT (account_id, key) DO UPDATE SET answer = excluded.answer, expires_at = excluded.expires_at`.execute(db);
}

/** Deletes up to `limit` whose time is over. */
export async function deleteExpiredAnswers(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`DELETE FROM model_answers WHERE (account_id, key) IN (
    SELECT account_id, key FROM model_answers WHERE expires_at < now() ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING 1`.execute(tx);
  return rows.length;
}
