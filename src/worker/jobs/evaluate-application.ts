import { runnerOf } from "#platform/queue/run-job.ts";
import { evaluateApplication } from "#recruiting/positions/evaluate-application.ts";
import type { OpenJob } from "#worker/open-job.ts";

export const open: OpenJob<"evaluate-application"> = (deps) => runnerOf(deps, evaluateApplication({ ...deps, reader: deps.batchReader }));
