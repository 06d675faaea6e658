import { evaluateDocument } from "#extraction/evaluations/evaluate-document.ts";
import { runnerOf } from "#platform/queue/run-job.ts";
import type { OpenJob } from "#worker/open-job.ts";

export const open: OpenJob<"evaluate-document"> = (deps) => runnerOf(deps, evaluateDocument({ ...deps, reader: deps.batchReader }));
