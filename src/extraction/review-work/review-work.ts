/** Who reviews what: opened by one person at a time, assigned, taken in turn, talked about. */
import { ApiError } from "#contract/errors.ts";
import type { NextReviewBody, PersonRef, TaskWork } from "#contract/review-work.ts";
import type { Corrections } from "#contract/task.ts";
import { taskUnknown } from "#extraction/task-actions.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { withoutRows } from "./compare-readings.ts";
import { logReview, unlogReview } from "./review-log.store.ts";
import { secondReadingOf } from "./second-reading.ts";
import { addComment, assignTask, closeTask, commentsOf, findWork, nextToReview, openTask, removeComment } from "./work.store.ts";

/** Another request may open a task between the query that finds it and the statement that opens it. */
const TRIES_MAX = 5;

/** Throws ApiError 404. */
export async function workOf(db: Db | Tx, accountId: string, taskId: string): Promise<TaskWork> {
  const work = await findWork(db, accountId, taskId);
  if (!work) throw taskUnknown();
  const comments = await commentsOf(db, accountId, taskId);
  return {
    task_id: taskId,
    assigned_to: work.assignedTo,
    open_by: work.openBy,
    open_until: work.openUntil?.toISOString() ?? null,
    second_reading: await secondReadingOf(db, accountId, taskId),
    comments: comments.map(({ id, text, at, personId, email }) => ({
      comment_id: id,
      by: personId === null || email === null ? null : { person_id: personId, email },
      text,
      created_at: at.toISOString(),
    })),
  };
}

/** `personId` null: a key. Throws ApiError 400 being_reviewed while another person has the task open. */
export async function refuseWhileOpen(db: Db | Tx, accountId: string, taskId: string, personId: string | null): Promise<void> {
  const openBy = (await findWork(db, accountId, taskId))?.openBy ?? null;
  if (openBy !== null && openBy.person_id !== personId) throw beingReviewed(openBy);
}

const beingReviewed = ({ email }: PersonRef) =>
  new ApiError("being_reviewed", {
    detail: `${email} has this document open. It can be changed when they have closed it, or after a minute.`,
  });

/** Opens it for the person or renews that. Throws ApiError 400 being_reviewed, 404. */
export async function openForReview(db: Db, accountId: string, taskId: string, personId: string): Promise<TaskWork> {
  if (!(await openTask(db, accountId, taskId, personId))) {
    await refuseWhileOpen(db, accountId, taskId, personId);
    // Closed since, unless there is no such task; a third person may have been quicker.
    if (!(await openTask(db, accountId, taskId, personId))) {
      await workOf(db, accountId, taskId);
      throw new ApiError("being_reviewed");
    }
  }
  return workOf(db, accountId, taskId);
}

/** Closes it, if the person has it open. Throws ApiError 404. */
export async function closeReview(db: Db, accountId: string, taskId: string, personId: string): Promise<void> {
  if ((await findWork(db, accountId, taskId)) === null) throw taskUnknown();
  await closeTask(db, accountId, taskId, personId);
}

/** Opens the next one for the person. Null: nothing waits that nobody else has open or is to review. */
export async function openNext(db: Db, accountId: string, personId: string, ask: NextReviewBody): Promise<string | null> {
  const wanted = {
    templateId: ask.template_id ?? null,
    confidenceBelow: ask.confidence_below ?? null,
    brokenRule: ask.broken_rule ?? null,
    skip: ask.skip ?? [],
  };
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const taken = await transaction(db, async (tx) => {
      const id = await nextToReview(tx, accountId, personId, wanted);
      if (id === null) return { id, isOpen: true };
      return { id, isOpen: await openTask(tx, accountId, id, personId) };
    });
    if (taken.isOpen) return taken.id;
  }
  return null;
}

/** Throws ApiError 400 not_a_member, 404. */
export async function assign(
  db: Db,
  caller: Caller,
  taskId: string,
  personId: string | null,
  isMember: (tx: Tx, personId: string) => Promise<boolean>,
): Promise<TaskWork> {
  const { accountId } = caller;
  return transaction(db, async (tx) => {
    if ((await findWork(tx, accountId, taskId)) === null) throw taskUnknown();
    if (personId !== null && !(await isMember(tx, personId))) throw new ApiError("not_a_member");
    await assignTask(tx, accountId, taskId, personId);
    await recordAudit(tx, caller, "task.assigned", taskId);
    return workOf(tx, accountId, taskId);
  });
}

/** Throws ApiError 404. */
export async function comment(db: Db, accountId: string, taskId: string, personId: string | null, text: string): Promise<TaskWork> {
  return transaction(db, async (tx) => {
    if ((await findWork(tx, accountId, taskId)) === null) throw taskUnknown();
    await addComment(tx, { accountId, taskId }, personId, text);
    return workOf(tx, accountId, taskId);
  });
}

/** A comment of one's own; of anybody where `mayAny`. Throws ApiError 403 role_too_low, 404. */
export async function deleteComment(
  db: Db,
  caller: Caller,
  { taskId, commentId }: { taskId: string; commentId: string },
  { personId, mayAny }: { personId: string | null; mayAny: boolean },
): Promise<TaskWork> {
  const { accountId } = caller;
  return transaction(db, async (tx) => {
    if ((await findWork(tx, accountId, taskId)) === null) throw taskUnknown();
    const found = (await commentsOf(tx, accountId, taskId)).find(({ id }) => id === commentId);
    if (!found) throw new ApiError("not_found", { detail: "The task has no comment with this id." });
    if (!mayAny && (personId === null || found.personId !== personId))
      throw new ApiError("role_too_low", { detail: "This comment is another person's: an admin can delete it." });
    await removeComment(tx, accountId, commentId);
    await recordAudit(tx, caller, "task.comment_deleted", taskId);
    return workOf(tx, accountId, taskId);
  });
}

/**
 * What a review did: `isNew` when it is finished by this, `isUndone` when it no longer is. `readAgain`: pointers of the values that a second
 * reader who finished sees otherwise than the first; null: no second reading was finished.
 */
export type Reviewed = {
  isNew: boolean;
  isUndone: boolean;
  corrections: Corrections;
  templateId: string | null;
  readAgain: string[] | null;
};

/** Counts a finished review for its person, and closes the task. */
export async function noteWork(tx: Tx, accountId: string, taskId: string, personId: string | null, reviewed: Reviewed): Promise<void> {
  if (reviewed.isUndone) await unlogReview(tx, accountId, taskId);
  if (!reviewed.isNew && reviewed.readAgain === null) return;
  const seconds = personId === null ? null : await closeTask(tx, accountId, taskId, personId);
  const fields = (reviewed.readAgain ?? Object.keys(reviewed.corrections)).map(withoutRows);
  await logReview(tx, { accountId, taskId, templateId: reviewed.templateId, personId, seconds, fields });
}
