import { ConcurrencyLimiter } from "#platform/concurrency-limiter.ts";
import { runnerOf } from "#platform/queue/run-job.ts";
import { deliverWebhook } from "#webhooks/deliver.ts";
import type { OpenJob } from "#worker/open-job.ts";

/** Deliveries that wait for their receiver, of one process. */
const WAITING_MAX = 40;

export const open: OpenJob<"deliver-webhook"> = (deps) =>
  runnerOf(deps, deliverWebhook({ ...deps, limiter: new ConcurrencyLimiter({ waitingMax: WAITING_MAX }) }));
