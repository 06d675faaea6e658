/** Takes due jobs and starts their work in one transaction. */
import { sql } from "kysely";
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { Log } from "#platform/log.ts";
import { type Db, executor, type Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Queue } from "./queue.ts";
import type { RunJob, StartedJob } from "./run-job.ts";
import type { TakenStart } from "./running-jobs.ts";

/** Any constant; with the job's name it forms the advisory lock under which jobs are fetched. */
const LOCK = 7_240_616;

type Deps = { db: Db; queue: Queue; log: Log; accountConcurrency: number | null };

/** Up to `max` due jobs, within the limit of running jobs per account. Where a start fails, all jobs come unstarted, and each is started by itself. */
export async function takeJobs<N extends JobName>(
  deps: Deps,
  { name, begin }: { name: N; begin: RunJob<N> },
  max: number,
): Promise<TakenStart<N>[]> {
  let started: StartedJob<N>[] = [];
  let isStarting = false;
  const undone = async () => {
    const gone = started;
    started = [];
    for (const each of gone) await each.giveBack(false).catch(() => undefined);
  };
  try {
    return await transaction(deps.db, async (tx) => {
      await undone();
      isStarting = false;
      const taken: TakenStart<N>[] = [];
      for (const job of await fetchUpTo(deps, tx, name, max)) {
        isStarting = true;
        const own = await begin(tx, job.payload);
        started.push(own);
        taken.push({ ...job, started: own });
      }
      return taken;
    });
  } catch (error) {
    if (!isStarting) throw error;
    await undone();
    deps.log.warn({ err: error, job: name }, "jobs could not be taken and started at once");
    return transaction(deps.db, async (tx) => (await fetchUpTo(deps, tx, name, max)).map((job) => ({ ...job, started: null })));
  }
}

/**
 * pg-boss counts an account's running jobs in the fetch's own snapshot, where two simultaneous fetches do not see each other; so with a
 * limit per account, fetches of one name are serialised.
 */
async function fetchUpTo<N extends JobName>(
  { queue, accountConcurrency }: Deps,
  tx: Tx,
  name: N,
  batchSize: number,
): Promise<Omit<TakenStart<N>, "started">[]> {
  if (accountConcurrency !== null) await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${LOCK}))`.execute(tx);
  const limit = accountConcurrency === null ? {} : { groupConcurrency: accountConcurrency };
  const jobs = await queue.boss.fetch<JobPayload<N>>(name, { batchSize, ...limit, db: executor(tx) });
  return jobs.map(({ id, retryCount, data }) => ({ claim: { id, retryCount }, payload: data }));
}
