import { processExtraction } from "#extraction/process.ts";
import { runnerOf } from "#platform/queue/run-job.ts";
import type { OpenJob } from "#worker/open-job.ts";

export const open: OpenJob<"process-extraction"> = (deps) => runnerOf(deps, processExtraction(deps));
