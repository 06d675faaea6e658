/**
 * The job queue: pg-boss stores the jobs; this file sends them inside our transactions. consumer.ts takes them. Retries and their pauses
 * belong to the task or delivery, so pg-boss retries only jobs of dead workers.
 */
import { PgBoss } from "pg-boss";
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { Log } from "#platform/log.ts";
import { type Db, executor, type Tx } from "#platform/postgres/db.ts";
import { JOB_DUE, type Notifications, notify } from "#platform/postgres/notifications.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { traceparent } from "#platform/tracing.ts";

const SUPERVISE_MS = 1_000;

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

/** Returns the jobs of vanished workers (heartbeats older than 10 s) to the queue, and periodically deletes completed jobs. */
export const queueMaintenance = ({ queue }: { queue: Queue }): Maintenance[] => [
  { everyMs: SUPERVISE_MS, work: () => queue.boss.supervise() },
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
      if (afterSeconds === 0) notify(tx, JOB_DUE, name);
      await boss.send(name, caused(payload, traceparent()), {
        db: executor(tx),
        priority,
        group: { id: accountId },
        ...(afterSeconds > 0 ? { startAfter: Math.ceil(afterSeconds) } : {}),
      });
    },
    async sendAll(tx, name, jobs, accountId) {
      notify(tx, JOB_DUE, name);
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

/** Trace of the sender; undefined without tracing. */
export const traceOf = (payload: object): string | undefined =>
  "trace" in payload && typeof payload.trace === "string" ? payload.trace : undefined;

/** Adds the sender's trace, if there is one. */
const caused = (payload: object, trace: string | undefined): object => (trace === undefined ? payload : { ...payload, trace });
