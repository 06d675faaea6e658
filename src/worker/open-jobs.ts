/** Opens the runners of all jobs: `src/worker/jobs/` has one file per job name. */
import path from "node:path";
import { JOB_NAMES, type JobName } from "#contract/jobs.ts";
import type { RunJob } from "#platform/queue/run-job.ts";
import type { OpenJob, WorkerDeps } from "./open-job.ts";

export type OpenJobs = { [N in JobName]: RunJob<N> };

/** `.ts` in the repository, `.js` in the package. */
const EXTENSION = path.extname(import.meta.filename);

/** Rejects when a job has no file, so that a worker without one does not start. */
export async function openJobs(deps: WorkerDeps): Promise<OpenJobs> {
  const opened = JOB_NAMES.map(async (name) => [name, await openJob(name, deps)] as const);
  return Object.fromEntries(await Promise.all(opened)) as OpenJobs;
}

async function openJob<N extends JobName>(name: N, deps: WorkerDeps): Promise<RunJob<N>> {
  const { open }: { open: OpenJob<N> } = await import(new URL(`./jobs/${name}${EXTENSION}`, import.meta.url).href);
  return open(deps);
}
