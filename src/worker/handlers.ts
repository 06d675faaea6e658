/** Which function does which job. */
import type { JobName } from "#contract/jobs.ts";
import { type ProcessDeps, processExtraction } from "#extraction/process.ts";
import type { TakenJob } from "#platform/queue/consumer.ts";
import { type ExtractResumeDeps, extractResume } from "#recruiting/batches/extract-resume.ts";
import { type EvaluateApplicationDeps, evaluateApplication } from "#recruiting/positions/evaluate-application.ts";
import { type DeliverDeps, deliverWebhook } from "#webhooks/deliver.ts";
import { openPlaces } from "#webhooks/places.ts";

export type Handlers = { [N in JobName]: (job: TakenJob<N>) => Promise<void> };

export function handlers(deps: ProcessDeps & ExtractResumeDeps & EvaluateApplicationDeps & Omit<DeliverDeps, "places">): Handlers {
  const places = openPlaces();
  return {
    "process-extraction": (job) => processExtraction(deps, job),
    "extract-resume": (job) => extractResume(deps, job),
    "evaluate-application": (job) => evaluateApplication(deps, job),
    "deliver-webhook": (job) => deliverWebhook({ ...deps, places }, job),
  };
}
