/** POST /documents/preview: the first page of a document as an image, before the document is extracted. */
import { LIMITS } from "#contract/limits.ts";
import { PreviewReply, SuggestBody } from "#contract/suggestions.ts";
import { previewDocument, type SuggestDeps } from "#extraction/suggest-fields.ts";
import type { App } from "#http/app.ts";
import { takeOf } from "#http/body/hold-bytes.ts";
import { errorReplies, security } from "#http/replies.ts";

const schema = {
  tags: ["extraction"],
  summary: "Show a document's first page",
  security,
  body: SuggestBody,
  response: { 200: PreviewReply, ...errorReplies },
};

export function documentsPreview(app: App, deps: SuggestDeps): void {
  app.post("/documents/preview", { schema, bodyLimit: LIMITS.extractBodyBytesMax }, async (request) =>
    previewDocument(deps, { accountId: request.accountId, take: takeOf(request), signal: request.signal }, request.body),
  );
}
