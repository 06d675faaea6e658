/** The `open` function that each file of src/worker/jobs exports: builds the runner of its job. */
import type { JobName } from "#contract/jobs.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { LearnDeps } from "#extraction/learn-from-review.ts";
import type { ProcessDeps } from "#extraction/process.ts";
import type { RunDeps, RunJob } from "#platform/queue/run-job.ts";
import type { ExtractResumeDeps } from "#recruiting/batches/extract-resume.ts";
import type { EvaluateApplicationDeps } from "#recruiting/positions/evaluate-application.ts";
import type { DeliverDeps } from "#webhooks/deliver.ts";

/** `batchReader` has separate children, so that single documents do not wait for those of batches. */
export type WorkerDeps = RunDeps &
  ProcessDeps &
  ExtractResumeDeps &
  EvaluateApplicationDeps &
  LearnDeps &
  Omit<DeliverDeps, "limiter"> & { batchReader: DocumentReader };

export type OpenJob<N extends JobName> = (deps: WorkerDeps) => RunJob<N>;
