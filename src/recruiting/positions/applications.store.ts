/** All SQL that reads the applications of a position: entries of its batches of résumés, each with its evaluation. */
import { type RawBuilder, sql } from "kysely";
import type { ResumeResult } from "#contract/recruiting/batch.ts";
import type { SkillEvaluation } from "#contract/recruiting/evaluate.ts";
import type { Warning } from "#contract/task.ts";
import type { TaskErrorCode } from "#contract/task-errors.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { PageSize, ResumeSummary } from "#recruiting/tables.ts";

export type ApplicationRow = {
  id: string;
  positionId: string;
  batchId: string;
  index: number;
  filename: string | null;
  url: string | null;
  blobKey: string | null;
  mimeType: string | null;
  pageCount: number | null;
  readState: "processing" | "succeeded" | "failed";
  summary: ResumeSummary | null;
  errorCode: TaskErrorCode | null;
  errorMessage: string | null;
  state: "evaluating" | "evaluated" | "failed" | null;
  evaluationId: string | null;
  evaluatedAt: Date | null;
  overallScore: number | null;
  skills: Record<string, SkillEvaluation> | null;
  warnings: Warning[] | null;
};

/** The last application of the page before, by the columns the list is sorted by. `entry`: its index in its batch. */
export type ApplicationSortKey = { score: number | null; batchId: string; entry: number };

/** Best first, then in the order they came. */
export async function listApplications(
  db: Db,
  positionId: string,
  page: { after: ApplicationSortKey | null; limit: number },
): Promise<(ApplicationRow & { sortKey: ApplicationSortKey })[]> {
  const rows = await select(
    db,
    sql`${positionId}`,
    sql`WHERE ${page.after === null ? sql`true` : comesAfter(page.after)} ORDER BY ${RANKED} LIMIT ${page.limit}`,
  );
  return rows.map((row) => ({ ...row, sortKey: { score: row.overallScore, batchId: row.batchId, entry: row.entry } }));
}

const RANKED = sql`a.overall_score DESC NULLS LAST, e.batch_id, e.index`;

function comesAfter({ score, batchId, entry }: ApplicationSortKey): RawBuilder<unknown> {
  const later = sql`(e.batch_id, e.index) > (${batchId}, ${entry}::int)`;
  if (score === null) return sql`a.overall_score IS NULL AND ${later}`;
  return sql`(a.overall_score IS NULL OR a.overall_score < ${score}::int OR a.overall_score = ${score}::int AND ${later})`;
}

/** What was read of the résumé, and the sizes of its pages; null and none when it was not. */
export async function findReading(
  db: Db,
  accountId: string,
  id: string,
): Promise<{ resume: ResumeResult["resume"] | null; pages: PageSize[] }> {
  const row = await db
    .selectFrom("batch_entries")
    .select(["result", "pages"])
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return { resume: row?.result?.resume ?? null, pages: row?.pages ?? [] };
}

/** Null when it belongs to no position of the account. */
export async function findApplication(db: Db, accountId: string, id: string): Promise<ApplicationRow | null> {
  const position = sql`(SELECT b.position_id FROM batch_entries e JOIN batches b ON b.id = e.batch_id
    WHERE e.id = ${id} AND e.account_id = ${accountId})`;
  const [row] = await select(db, position, sql`WHERE e.id = ${id}`);
  return row ?? null;
}

/** Chooses by narrow columns, so that only the rows of a page are unsealed. */
async function select(
  db: Db,
  positionId: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): Promise<(ApplicationRow & { entry: number })[]> {
  const { rows } = await sql<ApplicationRow & { entry: number }>`
    WITH batch AS (
      SELECT id, position_id, (sum(total_documents) OVER (ORDER BY id) - total_documents)::int AS earlier
      FROM batches WHERE position_id = ${positionId}),
    chosen AS (
      SELECT e.id FROM batch b JOIN batch_entries e ON e.batch_id = b.id LEFT JOIN application_evaluations a ON a.id = e.id ${which})
    SELECT e.id, b.position_id AS "positionId", e.batch_id AS "batchId", b.earlier + e.index AS index, e.index AS entry,
      e.filename, e.url, e.blob_key AS "blobKey", e.mime_type AS "mimeType", e.page_count AS "pageCount", e.state AS "readState", e.summary,
      coalesce(a.error_code, e.error_code) AS "errorCode", coalesce(a.error_message, e.error_message) AS "errorMessage", a.state,
      a.evaluation_id AS "evaluationId", a.evaluated_at AS "evaluatedAt", a.overall_score AS "overallScore", a.skills, a.warnings
    FROM chosen JOIN batch_entries e ON e.id = chosen.id JOIN batch b ON b.id = e.batch_id LEFT JOIN application_evaluations a ON a.id = e.id
    ORDER BY ${RANKED}`.execute(db);
  return rows;
}
