/** All SQL on evaluations. They are written once and never changed. */
import { sql } from "kysely";
import type { EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";

export async function insertEvaluation(tx: Tx, accountId: string, record: EvaluationRecord, until: Date): Promise<void> {
  await tx
    .insertInto("evaluations")
    .values({
      id: record.evaluation_id,
      account_id: accountId,
      created_at: record.evaluation_date,
      job_id: record.job_id,
      application_id: record.application_id,
      rules_version: record.rules_version,
      engine: record.engine,
      document_sha256: record.document_sha256,
      record: sealedJson(record),
      usage: JSON.stringify(record.usage),
      expires_at: until,
    })
    .execute();
}

export async function findEvaluation(db: Db, accountId: string, id: string): Promise<EvaluationRecord | null> {
  const row = await db
    .selectFrom("evaluations")
    .select("record")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.record ?? null;
}

/** Of a job, if one is given, and of applications whatever they were evaluated for. */
export async function deleteEvaluationsOf(
  tx: Tx,
  accountId: string,
  jobId: string | null,
  applicationIds: readonly string[],
): Promise<void> {
  await sql`DELETE FROM evaluations WHERE account_id = ${accountId} AND (job_id = ${jobId} OR application_id = ANY(${applicationIds}))`.execute(
    tx,
  );
}

/** Deletes up to `limit` whose time is over. */
export async function deleteExpiredEvaluations(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`DELETE FROM evaluations WHERE id IN (
    SELECT id FROM evaluations WHERE expires_at < now() ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) RETURNING 1`.execute(tx);
  return rows.length;
}
