/** POST /uploads: asks for an address to put a file to. */
import { UploadBody, UploadReply } from "#contract/uploads.ts";
import type { App } from "#http/app.ts";
import { errorReplies, security } from "#http/replies.ts";
import { createUpload, type UploadDeps } from "#uploads/uploads.ts";

const schema = {
  tags: ["uploads"],
  summary: "Ask for an address to put a file to",
  security,
  body: UploadBody,
  response: { 201: UploadReply, ...errorReplies },
};

export function uploads(app: App, deps: UploadDeps): void {
  app.post("/uploads", { schema }, async (request, reply) =>
    reply.code(201).send(await createUpload(deps, request.accountId, request.body)),
  );
}
