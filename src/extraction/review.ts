/** Review of a task by a person: stores corrections beside the extracted values, which stay unchanged, and marks the review as done. */
import { ApiError } from "#contract/errors.ts";
import type { ReviewBody, TaskRecord } from "#contract/task.ts";
import { forgetExample } from "#memory/memory.store.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { noteReview } from "./note-review.ts";
import { putInOutboxes } from "./outboxes/outboxes.store.ts";
import { setBrokenWaits } from "./review-work/broken-rules.store.ts";
import { noteWork, refuseWhileOpen } from "./review-work/review-work.ts";
import { noteReading } from "./review-work/second-reading.ts";
import { applyRulesAgain, type RuleDeps } from "./rules/apply-rules.ts";
import { readTask, taskUnknown } from "./task-actions.ts";
import { setReview } from "./task-review.store.ts";
import { lockTask } from "./task-rows.store.ts";

export type ReviewDeps = RuleDeps & { queue: Pick<Queue, "send"> };

/** The next document of the layout is to be read with what the review says: before others wait for their turn. */
const LEARN_PRIORITY = 100;

/** `by`: shown to people. `personId` null: a key. */
export type Reviewer = { by: string; personId: string | null };

/** Throws ApiError 404, 400 when the task is not completed or another person has it open, 422 with every invalid correction. */
export async function reviewTask(
  deps: ReviewDeps,
  caller: Caller,
  { by, personId }: Reviewer,
  id: string,
  ask: ReviewBody,
): Promise<TaskRecord> {
  const { accountId } = caller;
  const { db, queue } = deps;
  // Loaded with the first review: reading what a person typed takes the readers of all types.
  const { corrected } = await import("./corrections.ts");
  await transaction(db, async (tx) => {
    const row = await lockTask(tx, accountId, id);
    if (!row) throw taskUnknown();
    if (row.state !== "completed" || row.result === null) throw new ApiError("task_not_completed");
    await refuseWhileOpen(tx, accountId, id, personId);
    const at = new Date();
    const task = { schema: row.request.schema, result: row.result, before: row.corrections ?? {} };
    const corrections = corrected(task, ask.corrections ?? {}, { at: at.toISOString(), by });
    const before = row.reviewed_at === null ? null : { at: row.reviewed_at, by: row.reviewed_by ?? by };
    const reviewed = ask.done == null ? before : ask.done ? { at, by } : null;
    await setReview(tx, id, { corrections: Object.keys(corrections).length > 0 ? corrections : null, reviewed });
    const did = { isNew: before === null && reviewed !== null, isUndone: before !== null && reviewed === null };
    if (row.rules !== null && (did.isNew || did.isUndone)) await setBrokenWaits(tx, id, did.isUndone);
    const readAgain = await noteReading(deps, tx, row, personId, { ...did, isDone: ask.done === true, corrections });
    await noteWork(tx, accountId, id, personId, { ...did, corrections, templateId: row.template_id, readAgain });
    await putInOutboxes(tx, accountId, id);
    await recordAudit(tx, caller, "task.reviewed", id);
    if (before !== null && reviewed === null) await forgetExample(tx, accountId, id);
    if (before !== null || reviewed !== null) await noteReview(tx, row, corrections, reviewed?.at ?? null);
    if (reviewed !== null && row.request.learn !== false && row.blob_key !== null)
      await queue.send(tx, "learn-from-review", { taskId: id }, { accountId, priority: LEARN_PRIORITY });
  });
  if (ask.corrections != null) await applyRulesAgain(deps, accountId, id);
  return readTask(db, accountId, id);
}
