/** Starts an evaluation: the reviewed documents of a template are read again, as another version or by another engine. */
import { EVALUATION_TASKS_DEFAULT, type EvaluationBody } from "#contract/accuracy.ts";
import { ApiError, invalid } from "#contract/errors.ts";
import { schemaOrThrow } from "#contract/extraction.ts";
import { newId } from "#contract/ids.ts";
import type { EngineName } from "#contract/providers.ts";
import { vendorOf } from "#engines/versions.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import { type ChooseDeps, chooseProvider } from "#platform/models/choose.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { findTemplate, findVersion } from "#templates/templates.store.ts";
import { found } from "#templates/templates.ts";
import { insertEvaluation, type NewEvaluation, reviewedTasks } from "./evaluations.store.ts";

export type EvaluateDeps = ChooseDeps & { db: Db; queue: Queue };

/** Documents that are not read by then count as failed. */
const DEADLINE_SECONDS = 6 * 60 * 60;
/** After documents for which somebody waits. */
const PRIORITY = -10;

/** Returns its id. Throws ApiError 400 when nothing is reviewed or the provider is not configured, 404, 422, 429. */
export async function startEvaluation(deps: EvaluateDeps, caller: Caller, templateId: string, body: EvaluationBody): Promise<string> {
  const { accountId } = caller;
  if (body.extraction_schema != null && body.version != null)
    throw invalid(["body", "version"], "Send either `extraction_schema` or `version`, not both.", "too_many");
  const provider = await chooseProvider(deps, accountId, body.provider ?? null);
  const used = found(await findTemplate(deps.db, accountId, templateId));
  const tried = body.version == null ? used : await findVersion(deps.db, accountId, templateId, body.version);
  if (!tried) throw invalid(["body", "version"], `The template has no version ${body.version}.`);
  const given = body.extraction_schema == null ? null : schemaOrThrow(body.extraction_schema);
  const row: NewEvaluation = {
    id: newId("evl"),
    account_id: accountId,
    template_id: templateId,
    version: given ? null : tried.version,
    published_version: used.version,
    extraction_schema: given ?? tried.extraction_schema,
    document_description: given ? (given.document_description ?? used.document_description) : tried.document_description,
    learn: tried.learn,
    provider,
    model: modelOf(deps, provider),
  };
  await transaction(deps.db, (tx) => enqueue(tx, deps.queue, caller, row, body.tasks_max ?? EVALUATION_TASKS_DEFAULT));
  return row.id;
}

/** Throws ApiError 400 when nothing is reviewed. */
async function enqueue(tx: Tx, queue: Queue, caller: Caller, row: NewEvaluation, tasksMax: number): Promise<void> {
  const { accountId } = caller;
  const tasks = await reviewedTasks(tx, accountId, row.template_id, tasksMax);
  if (tasks.length === 0) throw new ApiError("nothing_reviewed");
  const documents = await insertEvaluation(tx, row, tasks, DEADLINE_SECONDS);
  const jobs = documents.map((documentId) => ({ payload: { documentId, run: 1 }, priority: PRIORITY }));
  await queue.sendAll(tx, "evaluate-document", jobs, accountId);
  await recordAudit(tx, caller, "template.evaluated", row.template_id);
}

function modelOf({ models }: Pick<EvaluateDeps, "models">, provider: EngineName): string | null {
  const vendor = vendorOf(provider, models);
  return vendor === "local" ? null : models.modelFor(vendor, null).name;
}
