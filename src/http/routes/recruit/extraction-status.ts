/** GET /extraction-status/{job_id}: progress and results of a batch; …/deliveries: its webhooks. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { wholeNumber } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { ExtractionStatus } from "#contract/recruiting/batch.ts";
import { DeliveryList } from "#contract/webhooks.ts";
import type { App } from "#http/app.ts";
import type { BatchDeps } from "#http/http-deps.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { waitForBatch } from "#recruiting/batches/status.ts";
import { listDeliveries } from "#webhooks/deliveries.store.ts";

const params = z.object({ job_id: idShape("job") });
const wait = wholeNumber(0, LIMITS.waitSecondsMax, 0).describe("Seconds to wait for the batch to complete.");
const base = { tags: ["recruiting"], security, params };

export function extractionStatus(app: App, deps: Pick<BatchDeps, "db" | "watch" | "publicUrl" | "stopping">): void {
  const get = {
    ...base,
    summary: "Read a job of résumés, or wait for it",
    querystring: z.object({ wait }),
    response: { 200: ExtractionStatus, ...errorRepliesWithId },
  };
  app.get("/extraction-status/:job_id", { schema: get }, async (request) => {
    const gone = AbortSignal.any([deps.stopping, request.signal]);
    return waitForBatch(deps, request.accountId, request.params.job_id, request.query.wait, gone);
  });
  const deliveries = { ...base, summary: "Webhook deliveries of a job of résumés", response: { 200: DeliveryList, ...errorRepliesWithId } };
  app.get("/extraction-status/:job_id/deliveries", { schema: deliveries }, async (request) => {
    const { job_id } = await waitForBatch(deps, request.accountId, request.params.job_id, 0, request.signal);
    return { deliveries: await listDeliveries(deps.db, request.accountId, { batchId: job_id }) };
  });
}
