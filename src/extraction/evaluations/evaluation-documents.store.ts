/** All SQL on the documents of evaluations: each is read again in attempts, as a task is. */
import { sql } from "kysely";
import type { ValueChange } from "#contract/accuracy.ts";
import type { EngineName } from "#contract/providers.ts";
import type { Rules } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { Corrections, DocumentSummary, ExtractionResult, TaskRecord } from "#contract/task.ts";
import type { TaskErrorCode } from "#contract/task-errors.ts";
import type { TaskRequest } from "#extraction/tables.ts";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import {
  type Attempt,
  changed,
  ending,
  heldBy,
  pausing,
  type StartedAttempt,
  started,
  startedOf,
  starting,
} from "#platform/queue/attempt-columns.ts";
import type { EvaluatedDocument } from "./duplicates.ts";
import type { DocumentOutcome } from "./tables.ts";

export type StartedDocument = StartedAttempt & { evaluation_id: string; account_id: string; task_id: string; usage: Usage | null };
type Usage = TaskRecord["usage"];

/** Starts an attempt. Null when the document is read, or gone with its task. */
export async function startDocument(db: Db, { documentId: id, run }: { documentId: string; run: number }): Promise<StartedDocument | null> {
  const { rows } = await sql<Omit<StartedDocument, "deadline"> & { remaining_ms: number }>`${prepared}
    UPDATE template_evaluation_documents SET ${starting} WHERE id = ${id} AND run = ${run} AND state = 'processing'
    RETURNING id, evaluation_id, account_id, task_id, usage, ${started}`.execute(db);
  return startedOf(rows);
}

export type Tried = {
  schema: Schema;
  documentDescription: string | null;
  learn: boolean;
  rules: Rules | null;
};
/** What is read again, how, and what is right. `published`: null where that is what is tried. */
export type EvaluationWork = {
  templateId: string;
  provider: EngineName;
  tried: Tried;
  published: Tried | null;
  task: {
    id: string;
    blobKey: string | null;
    request: TaskRequest;
    result: ExtractionResult;
    corrections: Corrections | null;
    document: DocumentSummary;
  };
};

/** Null when the evaluation, the task or the template is gone. */
export async function findWork(db: Db, { evaluation_id, task_id }: StartedDocument): Promise<EvaluationWork | null> {
  const evaluation = await db
    .selectFrom("template_evaluations as e")
    .innerJoin("template_versions as v", (on) =>
      on.onRef("v.template_id", "=", "e.template_id").onRef("v.version", "=", "e.published_version"),
    )
    .leftJoin("template_versions as w", (on) => on.onRef("w.template_id", "=", "e.template_id").onRef("w.version", "=", "e.version"))
    .select([
      "e.template_id as templateId",
      "e.provider",
      "e.version",
      "e.published_version",
      "e.extraction_schema as schema",
      "e.document_description as documentDescription",
      "e.learn",
      "v.extraction_schema as publishedSchema",
      "v.document_description as publishedDescription",
      "v.learn as publishedLearn",
      "v.rules as publishedRules",
      "w.rules",
    ])
    .where("e.id", "=", evaluation_id)
    .executeTakeFirst();
  const task = await db
    .selectFrom("tasks")
    .select(["id", "blob_key as blobKey", "request", "result", "corrections", "document"])
    .where("id", "=", task_id)
    .executeTakeFirst();
  if (!evaluation || !task?.result) return null;
  const { templateId, provider, schema, documentDescription, learn } = evaluation;
  const published = {
    schema: evaluation.publishedSchema,
    documentDescription: evaluation.publishedDescription,
    learn: evaluation.publishedLearn,
    rules: evaluation.publishedRules,
  };
  const rules = evaluation.version === null ? published.rules : evaluation.rules;
  return {
    templateId,
    provider,
    tried: { schema, documentDescription, learn, rules },
    published: evaluation.version === evaluation.published_version ? null : published,
    task: { ...task, result: task.result },
  };
}

/** The worker stops and gives the document back; this start does not count as a crash. */
export async function releaseDocument(db: Db, attempt: Attempt): Promise<void> {
  await sql`UPDATE template_evaluation_documents SET ${ending} WHERE ${heldBy(attempt)}`.execute(db);
}

/** It is tried again later. Throws LateResult when another attempt or the deadline came first. */
export async function pauseDocument(tx: Tx, attempt: Attempt, end: { usage: Usage; waits: boolean }, afterSeconds: number): Promise<void> {
  const { rows } = await sql`UPDATE template_evaluation_documents SET ${pausing(end, afterSeconds)}, usage = ${JSON.stringify(end.usage)}
    WHERE ${heldBy(attempt)} RETURNING 1`.execute(tx);
  changed(rows);
}

export type DocumentRead = { outcome: DocumentOutcome; changes: Omit<ValueChange, "task_id">[]; usage: Usage };

/** Throws as pauseDocument. */
export async function succeedDocument(tx: Tx, attempt: StartedDocument, { outcome, changes, usage }: DocumentRead): Promise<void> {
  const { rows } = await sql`UPDATE template_evaluation_documents SET state = 'read', ${ending}, outcome = ${JSON.stringify(outcome)},
    changes = ${changes.length > 0 ? sealedJson(changes) : null}, usage = ${JSON.stringify(usage)}
    WHERE ${heldBy(attempt)} RETURNING 1`.execute(tx);
  changed(rows);
  await count(tx, attempt, { read: 1, failed: 0 }, usage);
}

/** Throws as pauseDocument. */
export async function failDocument(
  tx: Tx,
  attempt: StartedDocument,
  failure: { code: TaskErrorCode; message: string; usage: Usage },
): Promise<void> {
  const { rows } = await sql`UPDATE template_evaluation_documents SET state = 'failed', ${ending}, error_code = ${failure.code},
    error_message = ${failure.message}, usage = ${JSON.stringify(failure.usage)} WHERE ${heldBy(attempt)} RETURNING 1`.execute(tx);
  changed(rows);
  await count(tx, attempt, { read: 0, failed: 1 }, failure.usage);
}

type Ended = { evaluation_id: string; account_id: string };

async function count(tx: Tx, { evaluation_id: id, account_id }: Ended, ends: { read: number; failed: number }, used: Usage): Promise<void> {
  await sql`UPDATE template_evaluations SET read = read + ${ends.read}, failed = failed + ${ends.failed}, used_pages = used_pages + ${used.pages},
    used_input_tokens = used_input_tokens + ${used.input_tokens}, used_output_tokens = used_output_tokens + ${used.output_tokens},
    used_usd = used_usd + ${used.cost_usd ?? 0} WHERE id = ${id}`.execute(tx);
  notifyAccount(tx, account_id, { kind: "evaluation", id, status: "processing" });
}

/** Fails up to `limit` documents whose deadline has passed, whichever worker has them. */
export async function failOverdueDocuments(tx: Tx, failure: { code: TaskErrorCode; message: string }, limit: number): Promise<number> {
  const { rows } = await sql`WITH ended AS (
      UPDATE template_evaluation_documents SET state = 'failed', ${ending}, error_code = ${failure.code}, error_message = ${failure.message}
      WHERE id IN (SELECT id FROM template_evaluation_documents WHERE state = 'processing' AND deadline_at < now()
        ORDER BY deadline_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) RETURNING evaluation_id)
    UPDATE template_evaluations e SET failed = failed + n.n FROM (SELECT evaluation_id, count(*)::int AS n FROM ended GROUP BY 1) AS n
    WHERE e.id = n.evaluation_id RETURNING 1`.execute(tx);
  return rows.length;
}

/** Those that were read, of the newest task first. */
export async function documentsRead(tx: Tx, evaluationId: string): Promise<EvaluatedDocument[]> {
  const rows = await tx
    .selectFrom("template_evaluation_documents as d")
    .innerJoin("tasks as t", "t.id", "d.task_id")
    .select(["d.id", "d.task_id as taskId", "t.created_at as createdAt", "d.outcome"])
    .where("d.evaluation_id", "=", evaluationId)
    .orderBy("t.created_at", "desc")
    .orderBy("t.id", "desc")
    .execute();
  return rows.flatMap(({ outcome, ...rest }) => (outcome ? [{ ...rest, outcome }] : []));
}

export async function setOutcomes(tx: Tx, documents: readonly EvaluatedDocument[]): Promise<void> {
  const ids = documents.map(({ id }) => id);
  const outcomes = documents.map(({ outcome }) => JSON.stringify(outcome));
  await sql`UPDATE template_evaluation_documents d SET outcome = now.outcome::json
    FROM unnest(${ids}::text[], ${outcomes}::text[]) AS now (id, outcome) WHERE d.id = now.id`.execute(tx);
}
