import { runnerOf } from "#platform/queue/run-job.ts";
import { extractResume } from "#recruiting/batches/extract-resume.ts";
import type { OpenJob } from "#worker/open-job.ts";

export const open: OpenJob<"extract-resume"> = (deps) => runnerOf(deps, extractResume({ ...deps, reader: deps.batchReader }));
