/** Reads evaluations as the API tells them. */
import type { Evaluation, EvaluationDetail } from "#contract/accuracy.ts";
import { ApiError } from "#contract/errors.ts";
import type { Db } from "#platform/postgres/db.ts";
import { type Watch, waitFor } from "#platform/postgres/watch.ts";
import { changesOf, type EvaluationRow, findEvaluation } from "./evaluations.store.ts";

export function evaluationOf(row: EvaluationRow): Evaluation {
  return {
    evaluation_id: row.id,
    status: row.finished_at === null ? "processing" : "completed",
    template_id: row.template_id,
    version: row.version,
    published_version: row.published_version,
    provider: row.provider,
    model: row.model,
    created_at: row.created_at.toISOString(),
    completed_at: row.finished_at?.toISOString() ?? null,
    progress: { documents: row.documents, read: row.read, failed: row.failed },
    figures: row.figures?.figures ?? null,
    published: row.figures?.published ?? null,
    rules: row.figures?.rules ?? null,
    usage: row.figures?.usage ?? null,
    seconds: row.figures?.seconds ?? null,
  };
}

/** Returns when it is completed or after `waitSeconds`, whichever is first. Throws ApiError 404. */
export async function waitForEvaluation(
  { db, watch }: { db: Db; watch: Watch },
  accountId: string,
  { templateId, id }: { templateId: string; id: string },
  waitSeconds: number,
  signal: AbortSignal,
): Promise<EvaluationDetail> {
  const read = async () => {
    const row = await findEvaluation(db, accountId, templateId, id);
    if (!row) throw new ApiError("not_found", { detail: "The template has no evaluation with this id." });
    return row;
  };
  const row = await waitFor(watch, id, { read, isDone: ({ finished_at }) => finished_at !== null, waitSeconds, signal });
  return { ...evaluationOf(row), ...(await changesOf(db, accountId, id)) };
}
