/** GET /tasks/{task_id}/pages/{n}.png: a page as a picture, drawn in the reader's child process. */
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { idShape } from "#contract/ids.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { readDocumentOf } from "#extraction/task-actions.ts";
import type { App } from "#http/app.ts";
import type { HttpDeps } from "#http/http-deps.ts";
import { PAGE_ADDRESS, PAGE_BYTES_MAX, pageNumber, pageQuery, pageReply, sendPage } from "#http/page-picture.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";

const schema = {
  tags: ["tasks"],
  summary: "A rendered page",
  security,
  params: z.object({ task_id: idShape("task"), n: pageNumber }),
  querystring: pageQuery,
  response: { 200: pageReply, ...errorRepliesWithId },
};

export function taskPage(app: App, { db, blobs, reader, stopping }: Pick<HttpDeps, "db" | "blobs" | "reader" | "stopping">): void {
  app.get(`/tasks/:task_id${PAGE_ADDRESS}`, { schema, config: { answerBytesMax: PAGE_BYTES_MAX } }, async (request, reply) => {
    const { bytes } = await readDocumentOf({ db, blobs }, request.accountId, request.params.task_id);
    try {
      const signal = AbortSignal.any([stopping, request.signal]);
      const png = await reader.renderPage(bytes, { page: request.params.n, widthPx: request.query.width }, signal);
      return sendPage(reply, png);
    } catch (error) {
      if (error instanceof TaskFailure && error.code !== "internal") throw new ApiError("not_found", { detail: error.publicMessage });
      throw error;
    }
  });
}
