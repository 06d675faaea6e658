/** All SQL that reads the applications of a position: entries of its batches of résumés, each with its evaluation. */
import { type RawBuilder, sql } from "kysely";
import type { ResumeResult } from "#contract/recruiting/batch.ts";
import type { SkillEvaluation } from "#contract/recruiting/evaluate.ts";
import type { Warning } from "#contract/task.ts";
import type { TaskErrorCode } from "#contract/task-errors.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { ResumeSummary } from "#recruiting/tables.ts";

export type ApplicationRow = {
  id: string;
  positionId: string;
  jobId: string;
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

/** Best first, then in the order they came. */
export const listApplications = (db: Db, positionId: string): Promise<ApplicationRow[]> =>
  select(db, sql`j.position_id = ${positionId}`, sql`ORDER BY a."overallScore" DESC NULLS LAST, a.index`);

/** What was read of the résumé; null when it was not. */
export async function findResume(db: Db, accountId: string, id: string): Promise<ResumeResult["resume"] | null> {
  const row = await db
    .selectFrom("resume_entries")
    .select("result")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.result?.resume ?? null;
}

/** Null when it belongs to no position of the account. */
export async function findApplication(db: Db, accountId: string, id: string): Promise<ApplicationRow | null> {
  const position = sql`j.position_id = (SELECT j2.position_id FROM resume_entries e2 JOIN resume_jobs j2 ON j2.id = e2.job_id
    WHERE e2.id = ${id} AND e2.account_id = ${accountId})`;
  const [row] = await select(db, position, sql`WHERE a.id = ${id}`);
  return row ?? null;
}

async function select(db: Db, which: RawBuilder<unknown>, then: RawBuilder<unknown>): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    SELECT * FROM (
      SELECT e.id, j.position_id AS "positionId", e.job_id AS "jobId", (row_number() OVER (ORDER BY e.job_id, e.index) - 1)::int AS index,
        e.filename, e.url, e.blob_key AS "blobKey", e.mime_type AS "mimeType", e.page_count AS "pageCount", e.state AS "readState", e.summary,
        coalesce(a.error_code, e.error_code) AS "errorCode", coalesce(a.error_message, e.error_message) AS "errorMessage", a.state,
        a.evaluation_id AS "evaluationId", a.evaluated_at AS "evaluatedAt", a.overall_score AS "overallScore", a.skills, a.warnings
      FROM resume_jobs j JOIN resume_entries e ON e.job_id = j.id LEFT JOIN application_evaluations a ON a.id = e.id
      WHERE ${which}) a ${then}`.execute(db);
  return rows;
}
