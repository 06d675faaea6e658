/** One fetch of due jobs that respects the limit of running jobs per account. */
import { sql } from "kysely";
import type { Job } from "pg-boss";
import type { JobName, JobPayload } from "#contract/jobs.ts";
import { type Db, executor } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Queue } from "./queue.ts";

/** Any constant; with the job's name it forms the advisory lock under which jobs are fetched. */
const LOCK = 7_240_616;

/**
 * pg-boss counts an account's running jobs in the fetch's own snapshot, where two simultaneous fetches do not see each other; so with a
 * limit per account, fetches of one name are serialised.
 */
export async function fetchUpTo<N extends JobName>(
  { db, queue, accountConcurrency }: { db: Db; queue: Queue; accountConcurrency: number | null },
  name: N,
  batchSize: number,
): Promise<Job<JobPayload<N>>[]> {
  if (accountConcurrency === null) return queue.boss.fetch<JobPayload<N>>(name, { batchSize });
  return transaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${LOCK}))`.execute(tx);
    return queue.boss.fetch<JobPayload<N>>(name, { batchSize, groupConcurrency: accountConcurrency, db: executor(tx) });
  });
}
