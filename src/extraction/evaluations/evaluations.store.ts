/** All SQL on evaluations of templates. */
import { type Selectable, sql } from "kysely";
import type { EvaluationBreak, EvaluationDetail } from "#contract/accuracy.ts";
import { newId } from "#contract/ids.ts";
import type { EngineName } from "#contract/providers.ts";
import type { BrokenRule } from "#contract/rules.ts";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { CHANGED } from "#platform/postgres/listen.ts";
import { notify } from "#platform/postgres/notifications.ts";
import type { Tables } from "#platform/postgres/tables.ts";
import type { EvaluationFigures } from "./tables.ts";

export type EvaluationRow = Selectable<Tables["template_evaluations"]>;
export type NewEvaluation = Pick<
  EvaluationRow,
  | "id"
  | "account_id"
  | "template_id"
  | "version"
  | "published_version"
  | "extraction_schema"
  | "document_description"
  | "learn"
  | "provider"
  | "model"
>;

/** Evaluations kept of a template; the oldest go first. */
const KEPT = 50;

/** The reviewed tasks of a template whose documents are still there, those reviewed last first. */
export async function reviewedTasks(db: Db | Tx, accountId: string, templateId: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM tasks
    WHERE account_id = ${accountId} AND template_id = ${templateId} AND reviewed_at IS NOT NULL AND blob_key IS NOT NULL AND result IS NOT NULL
    ORDER BY reviewed_at DESC, id LIMIT ${max}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids of its documents, in the order of the tasks. */
export async function insertEvaluation(tx: Tx, row: NewEvaluation, tasks: readonly string[], deadlineSeconds: number): Promise<string[]> {
  const { extraction_schema, ...rest } = row;
  await tx
    .insertInto("template_evaluations")
    .values({ ...rest, extraction_schema: JSON.stringify(extraction_schema), documents: tasks.length })
    .execute();
  const documents = tasks.map((task_id) => ({ id: newId("evd"), task_id }));
  await tx
    .insertInto("template_evaluation_documents")
    .values(
      documents.map((each) => ({
        ...each,
        evaluation_id: row.id,
        account_id: row.account_id,
        deadline_at: sql<Date>`now() + make_interval(secs => ${deadlineSeconds})`,
      })),
    )
    .execute();
  await sql`DELETE FROM template_evaluations WHERE id IN (SELECT id FROM template_evaluations WHERE account_id = ${row.account_id}
    AND template_id = ${row.template_id} ORDER BY id DESC OFFSET ${KEPT})`.execute(tx);
  notifyAccount(tx, row.account_id, { kind: "evaluation", id: row.id, status: "processing" });
  return documents.map(({ id }) => id);
}

/** Newest first. */
export async function listEvaluations(db: Db, accountId: string, templateId: string): Promise<EvaluationRow[]> {
  return db
    .selectFrom("template_evaluations")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("template_id", "=", templateId)
    .orderBy("id", "desc")
    .limit(KEPT)
    .execute();
}

export async function findEvaluation(db: Db | Tx, accountId: string, templateId: string, id: string): Promise<EvaluationRow | null> {
  const row = await db
    .selectFrom("template_evaluations")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("template_id", "=", templateId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** The latest of a version against the version that is published now. */
export async function findComparison(
  db: Db | Tx,
  accountId: string,
  templateId: string,
  asked: { version: number; published: number; provider: EngineName },
): Promise<EvaluationRow | null> {
  const row = await db
    .selectFrom("template_evaluations")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("template_id", "=", templateId)
    .where("version", "=", asked.version)
    .where("published_version", "=", asked.published)
    .where("provider", "=", asked.provider)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** What is known of the documents of an evaluation, in the order in which they were reviewed. */
export async function changesOf(
  db: Db | Tx,
  accountId: string,
  id: string,
): Promise<Pick<EvaluationDetail, "changes" | "broken_rules" | "failed">> {
  const rows = await db
    .selectFrom("template_evaluation_documents")
    .select(["task_id", "changes", "state", "error_code", "error_message"])
    .select([
      sql<BrokenRule[] | null>`outcome #> '{now,broken}'`.as("now"),
      sql<BrokenRule[] | null>`outcome #> '{before,broken}'`.as("before"),
    ])
    .where("account_id", "=", accountId)
    .where("evaluation_id", "=", id)
    .orderBy("id")
    .execute();
  return {
    changes: rows
      .flatMap(({ task_id, changes }) => (changes ?? []).map((change) => ({ task_id, ...change })))
      .sort((a, b) => Number(a.better) - Number(b.better)),
    broken_rules: rows
      .flatMap(({ task_id, now, before }) => breaksBetween(now ?? [], before).map((each) => ({ task_id, ...each })))
      .sort((a, b) => Number(isNew(b)) - Number(isNew(a))),
    failed: rows.flatMap(({ task_id, state, error_code, error_message }) =>
      state === "failed" ? [{ task_id, code: error_code ?? "internal", message: error_message ?? "" }] : [],
    ),
  };
}

const isNew = ({ before, after }: Pick<EvaluationBreak, "before" | "after">): boolean => after && before !== true;

/** Each rule once, with what the version tried says of it. `before`: null where no other version read the document. */
function breaksBetween(now: readonly BrokenRule[], before: readonly BrokenRule[] | null): Omit<EvaluationBreak, "task_id">[] {
  const [after, earlier] = [byName(now), byName(before ?? [])];
  return [...new Map([...earlier, ...after]).values()].map((each) => ({
    ...each,
    before: before && earlier.has(each.name),
    after: after.has(each.name),
  }));
}

/** Of a rule that several rows of a table break, what the first says. */
const byName = (broken: readonly BrokenRule[]): Map<string, BrokenRule> => new Map(broken.toReversed().map((each) => [each.name, each]));

/** The latest reviews of a template that an evaluation did not read, because they are newer. */
export async function countReviewedSince(db: Db | Tx, { account_id, template_id, created_at }: EvaluationRow): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM tasks
    WHERE account_id = ${account_id} AND template_id = ${template_id} AND reviewed_at > ${created_at} AND blob_key IS NOT NULL`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Unfinished evaluations none of whose documents is still to be read; up to `limit`, locked. */
export async function readThrough(tx: Tx, limit: number, id?: string): Promise<{ id: string; accountId: string; before: boolean }[]> {
  const { rows } = await sql<{ id: string; accountId: string; before: boolean }>`
    SELECT e.id, e.account_id AS "accountId", e.version IS DISTINCT FROM e.published_version AS before FROM template_evaluations e
    WHERE e.finished_at IS NULL AND (${id ?? null}::text IS NULL OR e.id = ${id ?? null})
      AND NOT EXISTS (SELECT FROM template_evaluation_documents d WHERE d.evaluation_id = e.id AND d.state = 'processing')
    LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows;
}

export async function setFigures(tx: Tx, accountId: string, id: string, figures: EvaluationFigures): Promise<void> {
  await sql`UPDATE template_evaluations SET figures = ${JSON.stringify(figures)}, finished_at = now() WHERE id = ${id}`.execute(tx);
  notify(tx, CHANGED, id);
  notifyAccount(tx, accountId, { kind: "evaluation", id, status: "completed" });
}
