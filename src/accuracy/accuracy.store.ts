/** All SQL on what reviews said of a template's documents. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.ts";
import type { Tallied } from "#results/measure/figures.ts";

export type Scope = { accountId: string; templateId: string };
export type ReviewedDocument = {
  taskId: string;
  version: number;
  layoutId: string | null;
  reviewedAt: Date;
  entirelyRight: boolean;
  tally: readonly Tallied[];
};

/** Of the latest reviews only, as older ones tell of versions that nobody uses any more. */
const LATEST = 1_000;

export async function putReviewed(tx: Tx, { accountId, templateId }: Scope, reviewed: ReviewedDocument): Promise<void> {
  const told = {
    template_version: reviewed.version,
    layout_id: reviewed.layoutId,
    reviewed_at: reviewed.reviewedAt,
    entirely_right: reviewed.entirelyRight,
    tally: JSON.stringify(reviewed.tally),
  };
  await tx
    .insertInto("reviewed_documents")
    .values({ task_id: reviewed.taskId, account_id: accountId, template_id: templateId, ...told })
    .onConflict((on) => on.column("task_id").doUpdateSet(told).where("reviewed_documents.account_id", "=", accountId))
    .execute();
}

/** A review that is undone, or whose task is deleted, says nothing. Returns the template that it was of; null when there was none. */
export async function deleteReviewed(tx: Tx, accountId: string, taskId: string): Promise<string | null> {
  const row = await tx
    .deleteFrom("reviewed_documents")
    .where("task_id", "=", taskId)
    .where("account_id", "=", accountId)
    .returning("template_id")
    .executeTakeFirst();
  return row?.template_id ?? null;
}

const latest = ({ accountId, templateId }: Scope) => sql`(SELECT * FROM reviewed_documents
  WHERE account_id = ${accountId} AND template_id = ${templateId} ORDER BY reviewed_at DESC LIMIT ${LATEST}) AS r`;
const counted = sql`json_to_recordset(r.tally) AS t(field text, outcome text, confidence float8, count integer)`;

export async function tallyOf(db: Db | Tx, scope: Scope): Promise<Tallied[]> {
  const { rows } = await sql<Tallied>`
    SELECT t.field, t.outcome, t.confidence, sum(t.count)::int AS count FROM ${latest(scope)}, ${counted}
    GROUP BY t.field, t.outcome, t.confidence ORDER BY min(r.reviewed_at), t.field`.execute(db);
  return rows;
}

export type Part = { documents: number; documents_right: number; values: number; right: number };

const part = sql`count(*)::int AS documents, count(*) FILTER (WHERE r.entirely_right)::int AS documents_right,
  coalesce(sum(v.values), 0)::int AS values, coalesce(sum(v.right), 0)::int AS right`;
/** `values`: of the document, right, wrong and missed. */
const valuesOf = sql`LATERAL (SELECT sum(t.count) FILTER (WHERE t.outcome <> 'invented') AS values,
  sum(t.count) FILTER (WHERE t.outcome = 'right') AS right FROM ${counted}) AS v`;

export async function totalOf(db: Db, scope: Scope): Promise<Part> {
  const { rows } = await sql<Part>`SELECT ${part} FROM ${latest(scope)}, ${valuesOf}`.execute(db);
  return rows[0] ?? { documents: 0, documents_right: 0, values: 0, right: 0 };
}

/** By the week of the review, the oldest first. `week`: its Monday, in UTC. */
export async function weeksOf(db: Db, scope: Scope): Promise<(Part & { week: string })[]> {
  const { rows } = await sql<Part & { week: string }>`
    SELECT to_char(date_trunc('week', r.reviewed_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS week, ${part}
    FROM ${latest(scope)}, ${valuesOf} GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/** By the layout in memory that documents were read with, null for those read without; those with the most documents first. */
export async function layoutsOf(db: Db, scope: Scope, limit: number): Promise<(Part & { layout_id: string | null })[]> {
  const { rows } = await sql<Part & { layout_id: string | null }>`
    SELECT r.layout_id, ${part} FROM ${latest(scope)}, ${valuesOf} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`.execute(db);
  return rows;
}
