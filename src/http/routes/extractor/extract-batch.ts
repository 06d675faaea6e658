/** GET, DELETE /extract-batch/{batch_id}; GET …/results. */
import { Readable } from "node:stream";
import { z } from "zod";
import { BATCH_DOCUMENTS_MAX, ExtractBatch } from "#contract/extract-batch.ts";
import { idShape } from "#contract/ids.ts";
import { Limit, wholeNumber } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { removeBatch } from "#extraction/batches/batch-lifecycle.ts";
import { requireBatch, resultLines, waitForBatch } from "#extraction/batches/batch-record.ts";
import type { App } from "#http/app.ts";
import type { TaskDeps } from "#http/http-deps.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";

const params = z.object({ batch_id: idShape("bat") });
const base = { tags: ["batches"], security, params };
const querystring = z.object({
  wait: wholeNumber(0, LIMITS.waitSecondsMax, 0).describe("Seconds to wait for the batch to be completed."),
  limit: Limit,
  cursor: wholeNumber(0, BATCH_DOCUMENTS_MAX).optional().describe("`next_cursor` of the previous page."),
});

export function extractBatch(app: App, deps: Pick<TaskDeps, "db" | "watch" | "blobs" | "stopping">): void {
  const get = {
    ...base,
    summary: "Read a batch, or wait for it",
    querystring,
    response: { 200: ExtractBatch, ...errorRepliesWithId },
  };
  app.get("/extract-batch/:batch_id", { schema: get }, async ({ accountId, params: { batch_id }, query, signal }) => {
    const asked = { waitSeconds: query.wait, after: query.cursor ?? -1, limit: query.limit };
    return waitForBatch(deps, accountId, batch_id, asked, AbortSignal.any([deps.stopping, signal]));
  });
  const results = {
    ...base,
    summary: "The results of a batch as JSON Lines",
    response: {
      200: { description: "A task on each line", content: { "application/x-ndjson": { schema: z.string() } } },
      ...errorRepliesWithId,
    },
  };
  app.get("/extract-batch/:batch_id/results", { schema: results, exposeHeadRoute: false }, async (request, reply) => {
    const row = await requireBatch(deps.db, request.accountId, request.params.batch_id);
    reply.serializer((payload: string) => payload);
    return reply
      .type("application/x-ndjson; charset=utf-8")
      .header("cache-control", "private, no-store")
      .send(Readable.from(resultLines(deps.db, row), { objectMode: false }) as never);
  });
  const remove = { ...base, summary: "Delete a batch with its tasks", response: { 204: z.null(), ...errorRepliesWithId } };
  app.delete("/extract-batch/:batch_id", { schema: remove }, async (request, reply) => {
    await removeBatch(deps, request.caller, request.params.batch_id);
    return reply.code(204).send(null);
  });
}
