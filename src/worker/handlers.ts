/** Which function does which job. */
import type { JobName } from "#contract/jobs.ts";
import { type ProcessDeps, processExtraction } from "#extraction/process.ts";
import type { TakenJob } from "#platform/queue/consumer.ts";
import { type DeliverDeps, deliverWebhook } from "#webhooks/deliver.ts";

export type Handlers = { [N in JobName]: (job: TakenJob<N>) => Promise<void> };

export function handlers(deps: ProcessDeps & DeliverDeps): Handlers {
  return {
    "process-extraction": (job) => processExtraction(deps, job),
    "deliver-webhook": (job) => deliverWebhook(deps, job),
  };
}
