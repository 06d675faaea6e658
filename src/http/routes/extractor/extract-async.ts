/** POST /extract-async: takes a document and a schema, answers with a task id at once. */
import { ExtractAsyncBody, ExtractAsyncReply, extractionRequest } from "#contract/extraction.ts";
import { LIMITS } from "#contract/limits.ts";
import { type SubmitDeps, submitExtraction } from "#extraction/submit.ts";
import type { App } from "#http/app.ts";
import { warningsOf } from "#http/body/unknown-properties.ts";
import { DOCUMENT_UPLOAD } from "#http/body/uploads.ts";
import { keepIdempotentAnswer } from "#http/idempotency.ts";
import { errorReplies, security } from "#http/replies.ts";

const schema = {
  tags: ["extraction"],
  summary: "Submit a document for extraction",
  security,
  body: ExtractAsyncBody,
  response: { 200: ExtractAsyncReply, ...errorReplies },
};

export function extractAsync(app: App, deps: SubmitDeps): void {
  app.post("/extract-async", { schema, bodyLimit: LIMITS.extractBodyBytesMax, config: { uploads: DOCUMENT_UPLOAD } }, async (request) =>
    submitExtraction(deps, request.accountId, extractionRequest(request.body, warningsOf(request)), (tx, answer) =>
      keepIdempotentAnswer(tx, request, 200, answer),
    ),
  );
}
