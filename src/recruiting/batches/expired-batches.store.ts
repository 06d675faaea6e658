/** All SQL that deletes batches whose time is over. */
import { sql } from "kysely";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import type { Tx } from "#platform/postgres/db.ts";

/** `keptTogether`: its position has a retention, so that all that was made of its applications goes with it. */
export type ExpiredBatch = { id: string; accountId: string; positionId: string | null; keptTogether: boolean };

/**
 * Up to `limit`, of which none is another transaction's. A node of the version before knows no retention of positions and writes the service's
 * time, so batches of such positions are also looked up by what the position says.
 */
export async function lockExpiredBatches(tx: Tx, limit: number): Promise<ExpiredBatch[]> {
  const { rows } = await sql<ExpiredBatch>`
    WITH due AS (
      (SELECT id FROM batches WHERE expires_at < now() ORDER BY expires_at LIMIT ${limit})
      UNION (SELECT b.id FROM positions p JOIN batches b ON b.position_id = p.id
        WHERE p.retention_days IS NOT NULL AND b.completed_at + make_interval(days => p.retention_days) < now() LIMIT ${limit}))
    SELECT b.id, b.account_id AS "accountId", b.position_id AS "positionId",
      EXISTS (SELECT FROM positions p WHERE p.id = b.position_id AND p.retention_days IS NOT NULL) AS "keptTogether"
    FROM batches b WHERE b.id IN (SELECT id FROM due) LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows;
}

export async function applicationIdsOf(tx: Tx, batchId: string): Promise<string[]> {
  const rows = await tx.selectFrom("batch_entries").select("id").where("batch_id", "=", batchId).execute();
  return rows.map(({ id }) => id);
}

/** Deletes them with their entries; gives the files that no stored résumé needs either. */
export async function deleteBatches(tx: Tx, batches: readonly ExpiredBatch[]): Promise<string[]> {
  const ids = batches.map(({ id }) => id);
  const { rows: blobs } = await sql<{ blobKey: string }>`
    SELECT e.blob_key AS "blobKey" FROM batch_entries e WHERE e.batch_id = ANY(${ids}) AND e.blob_key IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM stored_resumes s WHERE s.blob_key = e.blob_key)`.execute(tx);
  await sql`DELETE FROM batches WHERE id = ANY(${ids})`.execute(tx);
  for (const { id, accountId, positionId } of batches)
    notifyAccount(tx, accountId, { kind: "batch", id, status: "deleted", position_id: positionId });
  return blobs.map(({ blobKey }) => blobKey);
}
