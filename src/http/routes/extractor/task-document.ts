/** GET /tasks/{task_id}/document: the file as it was sent. */
import { z } from "zod";
import { endingOf, MIME_TYPES } from "#contract/file-types.ts";
import { idShape } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { readDocumentOf } from "#extraction/task-actions.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db } from "#platform/postgres/db.ts";

const schema = {
  tags: ["tasks"],
  summary: "The original document",
  security,
  params: z.object({ task_id: idShape("task") }),
  response: {
    200: {
      description: "The file",
      content: Object.fromEntries(MIME_TYPES.map((type) => [type, { schema: z.any() }])),
    },
    ...errorRepliesWithId,
  },
};

export function taskDocument(app: App, deps: { db: Db; blobs: Blobs }): void {
  app.get("/tasks/:task_id/document", { schema, config: { answerBytesMax: LIMITS.documentBytesMax } }, async (request, reply) => {
    const { row, bytes } = await readDocumentOf(deps, request.accountId, request.params.task_id);
    return reply
      .type(row.document.mime_type ?? "application/octet-stream")
      .header("content-disposition", `attachment; filename="${row.id}.${endingOf(row.document.mime_type)}"`)
      .header("cache-control", "private, no-store")
      .send(bytes);
  });
}
