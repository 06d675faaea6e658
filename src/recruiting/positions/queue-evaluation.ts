/** A résumé that was sent for a position and has been read is to be evaluated: the row and its job, in the transaction that records the reading. */
import { LIMITS } from "#contract/limits.ts";
import type { Tx } from "#platform/postgres/db.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { askAgain, askForEvaluation } from "./application-evaluations.store.ts";

/** All applications of a position may be evaluated at once. */
const DEADLINE_SECONDS = LIMITS.deadlineSecondsMax;

/** Does nothing for a résumé that was sent for no position. */
export async function queueEvaluation(
  tx: Tx,
  queue: Queue,
  { id, account_id: accountId, position_id: positionId }: { id: string; account_id: string; position_id: string | null },
): Promise<void> {
  if (positionId === null) return;
  const run = await askForEvaluation(tx, { id, accountId, positionId }, DEADLINE_SECONDS);
  if (run !== null) await queue.send(tx, "evaluate-application", { applicationId: id, run }, { accountId });
}

/** Evaluates everything of the position anew, for a new revision of its skills. */
export async function queueRevision(tx: Tx, queue: Queue, accountId: string, positionId: string, revision: number): Promise<void> {
  const ids = await askAgain(tx, positionId, revision, DEADLINE_SECONDS);
  const jobs = ids.map((applicationId) => ({ payload: { applicationId, run: revision }, priority: 0 }));
  if (jobs.length > 0) await queue.sendAll(tx, "evaluate-application", jobs, accountId);
}
