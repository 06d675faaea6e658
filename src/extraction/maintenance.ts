/** Maintenance of tasks: fails those whose deadline has passed and deletes expired ones. */
import { TASK_ERRORS } from "#contract/task-errors.ts";
import { BY_SERVICE, recordAudit } from "#platform/audit.store.ts";
import { FETCHED } from "#platform/blobs/keys.ts";
import { deleteOrphans, ORPHANS_SHARE } from "#platform/orphans.ts";
import type { DueWork } from "#platform/postgres/due-work.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { dropFile } from "./files/drop-file.ts";
import { announceOutcome, type FinishDeps, forgetDocument } from "./finish.ts";
import { deleteOldItems } from "./inboxes/inboxes.store.ts";
import { deleteOldReadings } from "./review-work/readings.store.ts";
import { deleteOldReviews } from "./review-work/review-log.store.ts";
import { deleteExpiredDigests } from "./rules/digests.store.ts";
import { deleteExpired, unreferencedBlobKeys } from "./task-deletion.store.ts";
import { keepTaskMonths } from "./task-months.store.ts";
import { failOverdue } from "./tasks.store.ts";

const DUE = "SELECT min(deadline_at) FROM tasks WHERE state IN ('processing', 'retrying')";
const EXPIRED_MS = 5 * 60_000;
const ORPHANS_MS = 10 * 60_000;
const MONTHS_MS = 60 * 60_000;
const BATCH = 100;

export const taskMaintenance = (deps: FinishDeps): (Maintenance | DueWork)[] => [
  { at: DUE, work: () => endOverdue(deps) },
  { everyMs: EXPIRED_MS, work: () => forgetExpired(deps), atOnce: BATCH },
  { everyMs: ORPHANS_MS, work: () => forgetOrphans(deps), share: ORPHANS_SHARE },
  { everyMs: EXPIRED_MS, work: () => deleteExpiredDigests(deps.db, BATCH), atOnce: BATCH },
  { everyMs: MONTHS_MS, work: () => keepTaskMonths(deps.db) },
  { everyMs: MONTHS_MS, work: () => deleteOldItems(deps.db, BATCH), atOnce: BATCH },
  { everyMs: MONTHS_MS, work: () => deleteOldReviews(deps.db, BATCH), atOnce: BATCH },
  { everyMs: MONTHS_MS, work: () => deleteOldReadings(deps.db, BATCH), atOnce: BATCH },
];

/** Deletes documents without a task; returns how many. */
export function forgetOrphans({ db, blobs }: Pick<FinishDeps, "db" | "blobs">, olderThanMs?: number): Promise<number> {
  return deleteOrphans(blobs, { prefixes: ["task_", `${FETCHED}task_`], unneeded: (keys) => unreferencedBlobKeys(db, keys) }, olderThanMs);
}

/** Returns how many tasks it ended. */
async function endOverdue(deps: FinishDeps): Promise<number> {
  const error = { code: "deadline_exceeded", message: TASK_ERRORS.deadline_exceeded.message, retryable: false, stage: "queued" } as const;
  const ended = await transaction(deps.db, async (tx) => {
    const rows = await failOverdue(tx, error, Math.max(1, deps.retentionDays), BATCH);
    for (const row of rows) await announceOutcome(tx, deps, row);
    return rows;
  });
  deps.metrics.tasksEnded.inc({ status: "failed", code: error.code }, ended.length);
  for (const row of ended) await forgetDocument(deps, row);
  return ended.length;
}

/** Returns how many tasks it deleted. */
export async function forgetExpired(deps: FinishDeps): Promise<number> {
  const gone = await transaction(deps.db, async (tx) => {
    const rows = await deleteExpired(tx, BATCH);
    for (const row of rows) await recordAudit(tx, { accountId: row.accountId, ...BY_SERVICE }, "task.expired", row.id);
    return rows;
  });
  for (const row of gone) if (row.blobKey !== null) await dropFile(deps, row.blobKey);
  return gone.length;
}
