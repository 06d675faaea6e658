/** POST, GET /extract-batch: many documents in one request. */
import { z } from "zod";
import { BATCH_DOCUMENTS_MAX, ExtractBatchBody, ExtractBatchPage, ExtractBatchReply } from "#contract/extract-batch.ts";
import { cursorOf, Limit } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { batchRecord } from "#extraction/batches/batch-record.ts";
import { listBatches } from "#extraction/batches/batches.store.ts";
import { type SubmitBatchDeps, submitBatch } from "#extraction/batches/submit-batch.ts";
import type { App } from "#http/app.ts";
import { warningsOf } from "#http/body/unknown-properties.ts";
import { batchUploads } from "#http/body/uploads.ts";
import { keepIdempotentAnswer } from "#http/idempotency.ts";
import { errorReplies, security } from "#http/replies.ts";

const base = { tags: ["batches"], security };

export function extractBatches(app: App, deps: SubmitBatchDeps): void {
  const create = {
    ...base,
    summary: "Submit many documents for extraction",
    body: ExtractBatchBody,
    response: { 200: ExtractBatchReply, ...errorReplies },
  };
  app.post(
    "/extract-batch",
    { schema: create, bodyLimit: LIMITS.batchBodyBytesMax, config: { uploads: batchUploads(BATCH_DOCUMENTS_MAX) } },
    async (request) =>
      submitBatch(deps, request.accountId, request.body, warningsOf(request), (tx, answer) =>
        keepIdempotentAnswer(tx, request, 200, answer),
      ),
  );
  const querystring = z.object({ limit: Limit, cursor: cursorOf("bat").optional() });
  app.get(
    "/extract-batch",
    { schema: { ...base, summary: "List the batches, newest first", querystring, response: { 200: ExtractBatchPage, ...errorReplies } } },
    async (request) => {
      const { limit, cursor } = request.query;
      const found = await listBatches(deps.db, request.accountId, { after: cursor ?? null, limit: limit + 1 });
      const page = found.slice(0, limit).map(batchRecord);
      return { batches: page, next_cursor: found.length > limit ? (page.at(-1)?.batch_id ?? null) : null };
    },
  );
}
