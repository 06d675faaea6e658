/** All SQL that a search over stored résumés needs. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.ts";
import type { ResumeSummary } from "#recruiting/tables.ts";

/** `claims`: JSON as it is stored; null where the résumé was never read. */
export type SearchedRow = {
  applicationId: string;
  claims: string | null;
  name: string;
  filename: string | null;
  positionId: string | null;
};

type Asked = { accountId: string; positionId: string | null };

const from = ({ accountId, positionId }: Asked) => sql`FROM stored_resumes s
  LEFT JOIN batch_entries e ON e.id = s.application_id AND e.account_id = s.account_id LEFT JOIN batches b ON b.id = e.batch_id
  WHERE s.account_id = ${accountId} AND (${positionId}::text IS NULL OR b.position_id = ${positionId})`;

export async function countStored(db: Db, asked: Asked): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${from(asked)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The ids of the newest, newest first; narrow rows, of which parts are read then. */
export async function newestStored(db: Db, asked: Asked, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT s.application_id AS id ${from(asked)}
    ORDER BY s.expires_at DESC, s.application_id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of these applications, in any order. */
export async function readStored(db: Db, accountId: string, applicationIds: readonly string[]): Promise<SearchedRow[]> {
  const { rows } = await sql<Omit<SearchedRow, "name"> & { summary: ResumeSummary | null }>`
    SELECT s.application_id AS "applicationId", s.claims::text AS claims, e.filename, e.summary, b.position_id AS "positionId"
    FROM stored_resumes s LEFT JOIN batch_entries e ON e.id = s.application_id AND e.account_id = s.account_id LEFT JOIN batches b ON b.id = e.batch_id
    WHERE s.account_id = ${accountId} AND s.application_id = ANY(${applicationIds})`.execute(db);
  return rows.map(({ summary, ...row }) => ({ ...row, name: summary?.application_name ?? "" }));
}
