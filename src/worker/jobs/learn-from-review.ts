import { learnFromReview } from "#extraction/learn-from-review.ts";
import { runnerOf } from "#platform/queue/run-job.ts";
import type { OpenJob } from "#worker/open-job.ts";

export const open: OpenJob<"learn-from-review"> = (deps) => runnerOf(deps, learnFromReview(deps));
