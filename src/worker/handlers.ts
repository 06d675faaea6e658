/** Which function does which job. */
import type { JobName } from "#contract/jobs.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { type ProcessDeps, processExtraction } from "#extraction/process.ts";
import type { TakenJob } from "#platform/queue/taken-job.ts";
import { type ExtractResumeDeps, extractResume } from "#recruiting/batches/extract-resume.ts";
import { type EvaluateApplicationDeps, evaluateApplication } from "#recruiting/positions/evaluate-application.ts";
import { type DeliverDeps, deliverWebhook } from "#webhooks/deliver.ts";
import { openPlaces } from "#webhooks/places.ts";

export type Handlers = { [N in JobName]: (job: TakenJob<N>) => Promise<void> };

type Deps = ProcessDeps & ExtractResumeDeps & EvaluateApplicationDeps & Omit<DeliverDeps, "places">;

/** `batchReader` has children of its own, so that single documents do not wait for those of batches. */
export function handlers(deps: Deps & { batchReader: DocumentReader }): Handlers {
  const places = openPlaces();
  const batchDeps = { ...deps, reader: deps.batchReader };
  return {
    "process-extraction": (job) => processExtraction(deps, job),
    "extract-resume": (job) => extractResume(batchDeps, job),
    "evaluate-application": (job) => evaluateApplication(batchDeps, job),
    "deliver-webhook": (job) => deliverWebhook({ ...deps, places }, job),
  };
}
