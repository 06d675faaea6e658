/**
 * The job queue: pg-boss stores the jobs; this file sends them inside our transactions. consumer.ts takes them. Retries and their pauses
 * belong to the task or delivery, so pg-boss retries only jobs of dead workers.
 */
import { PgBoss } from "pg-boss";
import { JOB_NAMES, type JobName, type JobPayload } from "#contract/jobs.ts";
import type { Log } from "#platform/log.ts";
import { type Db, executor, type Tx } from "#platform/postgres/db.ts";
import type { DueWork } from "#platform/postgres/due-work.ts";
import { JOB_DUE, type Notifications } from "#platform/postgres/listen.ts";
import { notify } from "#platform/postgres/notifications.ts";
import { afterCommit } from "#platform/postgres/transaction.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { traceparent } from "#platform/tracing.ts";

/** Between two rounds of pg-boss's own upkeep, which deletes completed jobs. */
const SUPERVISE_MS = 60_000;

export type SendOptions = {
  /** Seconds from now; 0 by default. */
  afterSeconds?: number;
  /** Higher goes first; 0 by default. */
  priority?: number;
  /** Jobs of one account form a pg-boss group. */
  accountId: string;
};

export type Queue = {
  readonly boss: PgBoss;
  /** The job exists only if `tx` commits; workers are notified after the commit. */
  send<N extends JobName>(tx: Tx, name: N, payload: JobPayload<N>, options: SendOptions): Promise<void>;
  /** Several jobs of one name in one statement. `trace`: of the sender; by default that of the current span. */
  sendAll<N extends JobName>(
    tx: Tx,
    name: N,
    jobs: readonly { payload: JobPayload<N>; priority: number; trace?: string | undefined }[],
    accountId: string,
  ): Promise<void>;
  /** Calls the listener when a job of this name may be due; null: any name. */
  onJob(listener: (name: string | null) => void): () => void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Both use an index of pg-boss. */
const HEARTBEATS = `FROM pgboss.job_common WHERE name = ANY ('{${JOB_NAMES.join(",")}}') AND state = 'active' AND group_id IS NOT NULL`;
/** A job that waited for a second was announced to nobody: its sender died, its time came, or its worker lost it. */
const leftOf = (name: JobName) =>
  `FROM pgboss.job_common WHERE name = '${name}' AND state < 'active' AND NOT blocked AND start_after <= pgboss.job_now() - interval '1s'`;

/**
 * Returns the jobs of vanished workers (heartbeats older than 10 s) to the queue, wakes workers for jobs that nobody has taken, and
 * deletes completed jobs.
 */
export const queueMaintenance = ({ db, queue }: { db: Db; queue: Queue }): (Maintenance | DueWork)[] => [
  { everyMs: SUPERVISE_MS, work: () => queue.boss.supervise() },
  {
    at: `SELECT min(heartbeat_on + heartbeat_seconds * interval '1s') ${HEARTBEATS}`,
    work: () => queue.boss.supervise(),
  },
  ...JOB_NAMES.map((name) => ({
    at: `SELECT now() WHERE EXISTS (SELECT ${leftOf(name)})`,
    work: async () => notify(db, JOB_DUE, name),
    isLasting: true,
  })),
];

/** Requires the tables that install.ts creates. */
export async function openQueue(deps: { db: Db; notifications: Pick<Notifications, "listen">; log: Log }): Promise<Queue> {
  const listeners = new Set<(name: string | null) => void>();
  const listener = (name: string | null) => {
    for (const each of listeners) each(name);
  };
  const boss = new PgBoss({
    db: executor(deps.db),
    migrate: false,
    createSchema: false,
    schedule: false,
    // Only the leader supervises: see queueMaintenance.
    supervise: false,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 60,
  });
  boss.on("error", (error) => deps.log.error({ err: error }, "queue error"));
  boss.on("warning", (warning) => deps.log.warn({ warning: warning.message }, "queue warning"));
  await boss.start();
  await deps.notifications.listen(JOB_DUE, listener);
  return {
    boss,
    async send(tx, name, payload, { afterSeconds = 0, priority = 0, accountId }) {
      announce(tx, name, afterSeconds);
      await boss.send(name, caused(payload, traceparent()), {
        db: executor(tx),
        priority,
        group: { id: accountId },
        ...(afterSeconds > 0 ? { startAfter: Math.ceil(afterSeconds) } : {}),
      });
    },
    async sendAll(tx, name, jobs, accountId) {
      for (const _ of jobs.slice(0, ANNOUNCED_MAX)) notify(tx, JOB_DUE, name);
      const rows = jobs.map(({ payload, priority, trace = traceparent() }) => ({
        data: caused(payload, trace),
        priority,
        group: { id: accountId },
      }));
      await boss.insert(name, rows, { db: executor(tx) });
    },
    onJob(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    [Symbol.asyncDispose]: () => boss.stop({ close: false, graceful: false }),
  };
}

/** Jobs that are due later than this are left to the leader to find, as are those whose sender ends before. */
const ANNOUNCED_SECONDS_MAX = 60;

/** Of jobs that are sent together so many wake a worker each; who is woken goes on to the rest. */
const ANNOUNCED_MAX = 32;

/** Workers are told of the job when it is due. */
function announce(tx: Tx, name: JobName, afterSeconds: number): void {
  if (afterSeconds === 0) notify(tx, JOB_DUE, name);
  else if (afterSeconds <= ANNOUNCED_SECONDS_MAX)
    afterCommit(tx, (db) => void setTimeout(() => notify(db, JOB_DUE, name), Math.ceil(afterSeconds) * 1000).unref());
}

/** Trace of the sender; undefined without tracing. */
export const traceOf = (payload: object): string | undefined =>
  "trace" in payload && typeof payload.trace === "string" ? payload.trace : undefined;

/** Adds the sender's trace, if there is one. */
const caused = (payload: object, trace: string | undefined): object => (trace === undefined ? payload : { ...payload, trace });
