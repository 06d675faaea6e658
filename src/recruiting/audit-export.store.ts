/** SQL of an auditor's export: evaluations of a position, and the lines of the audit log about it. Reads only. */
import { sql } from "kysely";
import type { EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { Db } from "#platform/postgres/db.ts";

/** In the order they were made; `after`: the last id before. Evaluations for earlier skills of the position are among them. */
export async function evaluationsOfPosition(
  db: Db,
  accountId: string,
  positionId: string,
  page: { after: string; limit: number },
): Promise<{ id: string; record: EvaluationRecord }[]> {
  return db
    .selectFrom("evaluations")
    .select(["id", "record"])
    .where("account_id", "=", accountId)
    .where("job_id", "=", positionId)
    .where("id", ">", page.after)
    .orderBy("id")
    .limit(page.limit)
    .execute();
}

/** `at`: UTC, to the microsecond. Hashes in hex; `previousHash` is that of the line before in the chain, whosever it is; empty for the first. */
export type ExportedLine = {
  seq: string;
  id: string;
  at: string;
  action: string;
  subject: string;
  actor: string;
  ip: string | null;
  previous_hash: string;
  hash: string;
};

/**
 * Lines about the position, its applications, batches and evaluations, in the order of the chain. `systemDb` sees the line before, which may
 * be another account's; of it only the hash is given.
 */
export async function auditLinesOfPosition(systemDb: Db, accountId: string, positionId: string): Promise<ExportedLine[]> {
  const { rows } = await sql<ExportedLine>`
    WITH batch AS (SELECT id FROM batches WHERE position_id = ${positionId} AND account_id = ${accountId}),
    subjects AS (SELECT ${positionId} AS id UNION ALL SELECT id FROM batch
      UNION ALL SELECT e.id FROM batch_entries e JOIN batch ON batch.id = e.batch_id
      UNION ALL SELECT id FROM evaluations WHERE job_id = ${positionId} AND account_id = ${accountId})
    SELECT l.seq::text AS seq, l.id::text AS id, to_char(l.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, l.action, l.subject, l.actor, l.ip,
      coalesce(encode(p.hash, 'hex'), '') AS previous_hash, encode(l.hash, 'hex') AS hash
    FROM audit_lines l LEFT JOIN audit_lines p ON p.seq = l.seq - 1
    WHERE l.account_id = ${accountId} AND l.seq IS NOT NULL AND l.subject IN (SELECT id FROM subjects) ORDER BY l.seq`.execute(systemDb);
  return rows;
}
