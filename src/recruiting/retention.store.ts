/**
 * All SQL that says until when applications are kept. With a retention of its position, an application goes with all that was made of it so many
 * days after its batch was read, however often it is evaluated. Without one, each part goes by the service's rule. An application of a position
 * is an entry of its batches, or what `evaluate` was given with the position as `job_id`.
 */
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#platform/postgres/db.ts";

const days = (count: number | RawBuilder<unknown>) => sql`make_interval(days => ${count})`;

/**
 * When the résumé and an evaluation of the application, both written now, are deleted. `keepDays`: the service's rule. The position's retention
 * cannot change until the transaction ends.
 */
export async function keptUntil(
  tx: Tx,
  accountId: string,
  { applicationId, jobId }: { applicationId: string; jobId: string | null },
  keepDays: number,
): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    WITH entry AS (
      SELECT b.position_id, b.completed_at FROM batch_entries e JOIN batches b ON b.id = e.batch_id
      WHERE e.id = ${applicationId} AND e.account_id = ${accountId}),
    rule AS (
      SELECT retention_days FROM positions WHERE account_id = ${accountId}
        AND id = CASE WHEN EXISTS (SELECT FROM entry) THEN (SELECT position_id FROM entry) ELSE ${jobId} END
      FOR SHARE)
    SELECT coalesce((SELECT coalesce((SELECT completed_at FROM entry), now()) + ${days(sql`retention_days`)} FROM rule),
      now() + ${days(keepDays)}) AS until`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("a statement without FROM has a row");
  return row.until;
}

/** What is stored for the position is kept as its retention says now. `keepDays`: the service's rule. */
export async function applyRetention(tx: Tx, accountId: string, positionId: string, keepDays: number): Promise<void> {
  const retention = sql`(SELECT retention_days FROM positions WHERE id = ${positionId})`;
  await sql`UPDATE batches SET expires_at = completed_at + ${days(sql`coalesce(${retention}, ${keepDays}::int)`)}
    WHERE position_id = ${positionId} AND account_id = ${accountId}`.execute(tx);
  await sql`
    WITH ${appliedTo(accountId, positionId)}
    UPDATE evaluations v
    SET expires_at = coalesce(coalesce(a.completed_at, v.created_at) + ${days(retention)}, v.created_at + ${days(keepDays)})
    FROM applied a WHERE v.account_id = ${accountId} AND v.application_id = a.id`.execute(tx);
  await sql`
    WITH ${appliedTo(accountId, positionId)},
    evaluated AS (
      SELECT v.application_id AS id, max(v.created_at) AS at FROM evaluations v JOIN applied a ON a.id = v.application_id
      WHERE v.account_id = ${accountId} GROUP BY 1)
    UPDATE stored_resumes s
    SET expires_at = coalesce(coalesce(a.completed_at, l.at, now()) + ${days(retention)},
      coalesce(greatest(a.completed_at, l.at), now()) + ${days(keepDays)})
    FROM applied a LEFT JOIN evaluated l ON l.id = a.id WHERE s.account_id = ${accountId} AND s.application_id = a.id`.execute(tx);
}

/** `completed_at`: of the batch; null while it is read, and for what came without a batch. */
const appliedTo = (accountId: string, positionId: string) => sql`applied AS (
      SELECT e.id, b.completed_at FROM batches b JOIN batch_entries e ON e.batch_id = b.id
        WHERE b.position_id = ${positionId} AND b.account_id = ${accountId}
      UNION SELECT v.application_id, NULL FROM evaluations v WHERE v.account_id = ${accountId} AND v.job_id = ${positionId}
        AND NOT EXISTS (SELECT FROM batch_entries e WHERE e.id = v.application_id))`;
