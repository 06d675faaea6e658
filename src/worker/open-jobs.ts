/** Opens the runners of all jobs: `src/worker/jobs/` has one file per job name, which is loaded with the first such job. */
import { access } from "node:fs/promises";
import path from "node:path";
import { JOB_NAMES, type JobName } from "#contract/jobs.ts";
import { once } from "#contract/memo.ts";
import type { RunJob } from "#platform/queue/run-job.ts";
import type { OpenJob, WorkerDeps } from "./open-job.ts";

export type OpenJobs = { [N in JobName]: RunJob<N> };

/** `.ts` in the repository, `.js` in the package. */
const EXTENSION = path.extname(import.meta.filename);

/** Rejects when a job has no file, so that a worker without one does not start. */
export async function openJobs(deps: WorkerDeps): Promise<OpenJobs> {
  await Promise.all(JOB_NAMES.map((name) => access(fileOf(name))));
  return Object.fromEntries(JOB_NAMES.map((name) => [name, openJob(name, deps)])) as OpenJobs;
}

function openJob<N extends JobName>(name: N, deps: WorkerDeps): RunJob<N> {
  const runner = once(async () => {
    const { open }: { open: OpenJob<N> } = await import(fileOf(name).href);
    return open(deps);
  });
  return async (db, payload) => (await runner())(db, payload);
}

const fileOf = (name: JobName): URL => new URL(`./jobs/${name}${EXTENSION}`, import.meta.url);
