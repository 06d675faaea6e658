/** The back door: takes jobs of every name until it is stopped. */
import type { JobName } from "#contract/jobs.ts";
import { type Claim, type Consumer, type ConsumerDeps, consume } from "#platform/queue/consumer.ts";
import type { Handlers } from "./handlers.ts";

/** Jobs at a time per process. Reading is bound by the reader's children; waiting for a URL or receiver is not. */
const SLOTS: Record<JobName, number> = { "process-extraction": 10, "extract-resume": 10, "evaluate-application": 4, "deliver-webhook": 20 };

export type ClaimWatcher = { onClaim(name: JobName, claim: Claim): void; onSettle(name: JobName, claim: Claim): void };

/** `stop` lets running jobs end within `graceMs`, then gives them back. */
export function runWorker(deps: ConsumerDeps, handlers: Handlers, watcher: ClaimWatcher): Consumer {
  const take = <N extends JobName>(name: N) => consume(deps, { name, slots: SLOTS[name], handle: handlers[name], ...watcher });
  const consumers = [take("process-extraction"), take("extract-resume"), take("evaluate-application"), take("deliver-webhook")];
  return {
    async stop(graceMs) {
      await Promise.all(consumers.map((consumer) => consumer.stop(graceMs)));
    },
  };
}
