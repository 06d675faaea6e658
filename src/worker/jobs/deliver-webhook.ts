import { ConcurrencyLimiter } from "#platform/concurrency-limiter.ts";
import { runnerOf } from "#platform/queue/run-job.ts";
import { deliverWebhook } from "#webhooks/deliver.ts";
import type { OpenJob } from "#worker/open-job.ts";

/** Deliveries of one process that wait for their receiver. */
const WAITING_MAX = 40;

export const open: OpenJob<"deliver-webhook"> = (deps) =>
  runnerOf(deps, deliverWebhook({ ...deps, limiter: new ConcurrencyLimiter({ waitingMax: WAITING_MAX }) }));
