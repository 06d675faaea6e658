/** Keeps what a review says of the template's accuracy. */
import { deleteReviewed, putReviewed } from "#accuracy/accuracy.store.ts";
import { measuredBelow } from "#accuracy/measured.ts";
import type { Corrections } from "#contract/task.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { withDoubts } from "#rules/outcomes.ts";
import { setMeasured } from "#templates/templates.store.ts";
import { outcomesOf } from "./reviewed-outcomes.ts";
import type { TaskRow } from "./task-rows.store.ts";

/** `reviewedAt`: null for a review that was undone. A task without a template says nothing of one. */
export async function noteReview(tx: Tx, task: TaskRow, corrections: Corrections, reviewedAt: Date | null): Promise<void> {
  const { id, account_id: accountId, template_id: templateId, template_version: version, result, rules, request } = task;
  if (templateId === null || version === null || result === null) return;
  if (reviewedAt === null) return forgetReview(tx, accountId, id);
  const tally = outcomesOf(request.schema, { fields: withDoubts(result, rules) }, corrections);
  const entirelyRight = tally.every(({ outcome }) => outcome === "right");
  const layoutId = result.memory?.layout_id ?? null;
  const scope = { accountId, templateId };
  await putReviewed(tx, scope, { taskId: id, version, layoutId, reviewedAt, entirelyRight, tally });
  await setMeasured(tx, accountId, templateId, await measuredBelow(tx, scope));
}

/** The task is deleted, or its review undone. */
export async function forgetReview(tx: Tx, accountId: string, taskId: string): Promise<void> {
  const templateId = await deleteReviewed(tx, accountId, taskId);
  if (templateId !== null) await setMeasured(tx, accountId, templateId, await measuredBelow(tx, { accountId, templateId }));
}
