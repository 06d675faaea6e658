/** POST /schemas/suggest: a schema from the labels of a document. */
import { LIMITS } from "#contract/limits.ts";
import { SuggestBody, SuggestReply } from "#contract/suggestions.ts";
import { type SuggestDeps, suggestFields } from "#extraction/suggest-fields.ts";
import type { App } from "#http/app.ts";
import { takeOf } from "#http/body/hold-bytes.ts";
import { errorReplies, security } from "#http/replies.ts";

const schema = {
  tags: ["extraction"],
  summary: "Suggest a schema from a document's labels",
  security,
  body: SuggestBody,
  response: { 200: SuggestReply, ...errorReplies },
};

export function schemasSuggest(app: App, deps: SuggestDeps): void {
  app.post("/schemas/suggest", { schema, bodyLimit: LIMITS.extractBodyBytesMax }, async (request) =>
    suggestFields(deps, { accountId: request.accountId, take: takeOf(request), signal: request.signal }, request.body),
  );
}
