/** The worker: takes jobs of every name until it is stopped. */
import { JOB_NAMES, JOBS, type JobName } from "#contract/jobs.ts";
import { Consumer, type ConsumerDeps } from "#platform/queue/consumer.ts";
import type { JobClaim } from "#platform/queue/taken-job.ts";
import type { OpenJobs } from "./open-jobs.ts";

/** Jobs of batches are less urgent than single documents: while those come, batches run one job at a time, at most ten a second. */
const BESIDE_TASKS = { slots: 1, pauseMs: 100 };
const TASKS_COME_MS = 5_000;

export type ClaimWatcher = { onClaim(name: JobName, claim: JobClaim): void; onSettle(name: JobName, claim: JobClaim): void };

/** `stop` gives running jobs `graceMs`, then returns them to the queue. */
export function runWorker(deps: ConsumerDeps, jobs: OpenJobs, watcher: ClaimWatcher): { stop(graceMs: number): Promise<void> } {
  let tasks = 0;
  let lastTask = Number.NEGATIVE_INFINITY;
  const tasksCome = () => tasks > 0 || performance.now() - lastTask < TASKS_COME_MS;
  const watched: ClaimWatcher = {
    onClaim(name, claim) {
      if (name === "process-extraction") tasks++;
      watcher.onClaim(name, claim);
    },
    onSettle(name, claim) {
      if (name === "process-extraction") {
        tasks--;
        lastTask = performance.now();
      }
      watcher.onSettle(name, claim);
    },
  };
  const take = <N extends JobName>(name: N) => {
    const makesWay = () => JOBS[name].givesWay && tasksCome();
    const slots = () => (makesWay() ? BESIDE_TASKS.slots : JOBS[name].slots);
    const pauseMs = () => (makesWay() ? BESIDE_TASKS.pauseMs : 0);
    const consumer = new Consumer(deps, { name, slots, pauseMs, begin: jobs[name], ...watched });
    consumer.start();
    return consumer;
  };
  const consumers = JOB_NAMES.map((name) => take(name));
  return {
    async stop(graceMs) {
      await Promise.all(consumers.map((consumer) => consumer.stop(graceMs)));
    },
  };
}
