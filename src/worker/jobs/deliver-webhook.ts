import { runnerOf } from "#platform/queue/run-job.ts";
import { deliverWebhook } from "#webhooks/deliver.ts";
import { openPlaces } from "#webhooks/places.ts";
import type { OpenJob } from "#worker/open-job.ts";

export const open: OpenJob<"deliver-webhook"> = (deps) => runnerOf(deps, deliverWebhook({ ...deps, places: openPlaces() }));
