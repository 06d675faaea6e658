/** Maintenance of résumés: ends entries and evaluations whose deadline has passed, deletes what has been kept long enough. */
import { TASK_ERRORS } from "#contract/task-errors.ts";
import { append, largest } from "#documents/long-lists.ts";
import { BY_SERVICE, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { FETCHED } from "#platform/blobs/keys.ts";
import { deleteOrphans, ORPHANS_SHARE } from "#platform/orphans.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import type { DueWork } from "#platform/postgres/due-work.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { deleteEvaluationsOf, deleteExpiredEvaluations } from "#recruiting/evaluations.store.ts";
import { deleteResumeFile } from "#recruiting/kept-reading.ts";
import { deleteExpiredAnswers } from "#recruiting/models/answers.store.ts";
import { failOverdueEvaluations } from "#recruiting/positions/application-evaluations.store.ts";
import { deleteExpiredResumes, deleteResumesOf, unreferencedResumeKeys } from "#recruiting/stored-resumes.store.ts";
import { announceBatch } from "./announce-batch.ts";
import { failOverdueEntry } from "./batches.store.ts";
import { applicationIdsOf, deleteBatches, lockExpiredBatches } from "./expired-batches.store.ts";

export type MaintenanceDeps = { db: Db; queue: Queue; blobs: Blobs; publicUrl: string; retentionDays: number };

const ENTRY_DUE = "SELECT min(deadline_at) FROM batch_entries WHERE state = 'processing'";
const EVALUATION_DUE = "SELECT min(deadline_at) FROM application_evaluations WHERE state = 'evaluating'";
const EXPIRED_MS = 5 * 60_000;
const ORPHANS_MS = 10 * 60_000;
const BATCH = 100;
/** Résumés of batches, sent or fetched, and those that an evaluation brought. */
const PREFIXES = ["app_", `${FETCHED}app_`, "eval_"];
const OVERDUE = { code: "deadline_exceeded", message: TASK_ERRORS.deadline_exceeded.message } as const;

export const resumeMaintenance = (deps: MaintenanceDeps): (Maintenance | DueWork)[] => [
  { at: ENTRY_DUE, work: () => endOverdueEntries(deps) },
  { at: EVALUATION_DUE, work: () => failOverdueEvaluations(deps.db, OVERDUE, BATCH) },
  { everyMs: EXPIRED_MS, work: () => forgetExpiredResumes(deps), atOnce: BATCH },
  { everyMs: ORPHANS_MS, work: () => forgetOrphanResumes(deps), share: ORPHANS_SHARE },
];

/** How many files of no résumé, and readings of them, it deleted. */
export function forgetOrphanResumes({ db, blobs }: Pick<MaintenanceDeps, "db" | "blobs">, olderThanMs?: number): Promise<number> {
  return deleteOrphans(blobs, { prefixes: PREFIXES, unneeded: (keys) => unreferencedResumeKeys(db, keys) }, olderThanMs);
}

/** Each in a transaction of its own: two processes that each ended several entries of two jobs could wait for each other. */
async function endOverdueEntries(deps: MaintenanceDeps): Promise<void> {
  for (let i = 0; i < BATCH; i++) {
    const ended = await transaction(deps.db, async (tx) => {
      const counted = await failOverdueEntry(tx, OVERDUE, Math.max(1, deps.retentionDays));
      if (counted?.completed) await announceBatch(tx, deps, counted);
      return counted;
    });
    if (!ended) return;
  }
}

/** Returns how many it deleted of the kind of which there were most. */
export async function forgetExpiredResumes(deps: MaintenanceDeps): Promise<number> {
  const { counts, blobKeys } = await transaction(deps.db, async (tx) => {
    const jobs = await lockExpiredBatches(tx, BATCH);
    const together: string[] = [];
    for (const { id, accountId, keptTogether } of jobs) {
      if (keptTogether) append(together, await forgetApplications(tx, accountId, id));
      await recordAudit(tx, { accountId, ...BY_SERVICE }, "resume_job.expired", id);
    }
    const blobKeys = await deleteBatches(tx, jobs);
    const evaluations = await deleteExpiredEvaluations(tx, BATCH);
    const answers = await deleteExpiredAnswers(tx, BATCH);
    const resumes = await deleteExpiredResumes(tx, BATCH);
    return {
      counts: [jobs.length, evaluations, answers, resumes.count],
      blobKeys: new Set([...together, ...blobKeys, ...resumes.blobKeys]),
    };
  });
  for (const key of blobKeys) await deleteResumeFile(deps.blobs, key);
  return largest(counts);
}

/** What was made of the applications of a batch: résumés, claims and evaluations, whatever they were for. Gives the files. */
async function forgetApplications(tx: Tx, accountId: string, batchId: string): Promise<string[]> {
  const ids = await applicationIdsOf(tx, batchId);
  await deleteEvaluationsOf(tx, accountId, null, ids);
  return deleteResumesOf(tx, accountId, ids);
}
