/** GET /evaluations/{evaluation_id}: a stored evaluation with its explanation. */
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { idShape } from "#contract/ids.ts";
import { EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";
import { findEvaluation } from "#recruiting/evaluations.store.ts";

const schema = {
  tags: ["recruiting"],
  summary: "Read a stored evaluation",
  security,
  params: z.object({ evaluation_id: idShape("eval") }),
  response: { 200: EvaluationRecord, ...errorRepliesWithId },
};

export function evaluation(app: App, { db }: { db: Db }): void {
  app.get("/evaluations/:evaluation_id", { schema }, async (request) => {
    const record = await findEvaluation(db, request.accountId, request.params.evaluation_id);
    if (!record) throw new ApiError("not_found", { detail: "No evaluation with this id exists." });
    return record;
  });
}
