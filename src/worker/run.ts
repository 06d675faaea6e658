/** The back door: takes jobs of every name until it is stopped. */
import type { JobName } from "#contract/jobs.ts";
import { Consumer, type ConsumerDeps } from "#platform/queue/consumer.ts";
import type { Claim } from "#platform/queue/taken-job.ts";
import type { Handlers } from "./handlers.ts";

/** Jobs at a time per process. Reading is bound by the reader's children; waiting for a URL, model or receiver takes no slot. */
const SLOTS: Record<JobName, number> = { "process-extraction": 10, "extract-resume": 4, "evaluate-application": 4, "deliver-webhook": 20 };
/** Nobody waits for one résumé of a batch as for a single document: while such ones come, batches go on with one at a time, ten a second at most. */
const BATCHES: ReadonlySet<JobName> = new Set(["extract-resume", "evaluate-application"]);
const BATCH_BESIDE_TASKS = { slots: 1, pauseMs: 100 };
const TASKS_COME_MS = 5_000;

export type ClaimWatcher = { onClaim(name: JobName, claim: Claim): void; onSettle(name: JobName, claim: Claim): void };

/** `stop` lets running jobs end within `graceMs`, then gives them back. */
export function runWorker(deps: ConsumerDeps, handlers: Handlers, watcher: ClaimWatcher): { stop(graceMs: number): Promise<void> } {
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
    const makesWay = () => BATCHES.has(name) && tasksCome();
    const slots = () => (makesWay() ? BATCH_BESIDE_TASKS.slots : SLOTS[name]);
    const pauseMs = () => (makesWay() ? BATCH_BESIDE_TASKS.pauseMs : 0);
    const consumer = new Consumer(deps, { name, slots, pauseMs, handle: handlers[name], ...watched });
    consumer.start();
    return consumer;
  };
  const consumers = [take("process-extraction"), take("extract-resume"), take("evaluate-application"), take("deliver-webhook")];
  return {
    async stop(graceMs) {
      await Promise.all(consumers.map((consumer) => consumer.stop(graceMs)));
    },
  };
}
