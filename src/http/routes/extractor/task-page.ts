/** GET /tasks/{task_id}/pages/{n}.png: a page as an image, rendered in the reader's child process. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { readDocumentOf } from "#extraction/task-actions.ts";
import type { App } from "#http/app.ts";
import type { TaskDeps } from "#http/http-deps.ts";
import { PAGE_ADDRESS, PAGE_BYTES_MAX, pageHeaders, pageNumber, pageQuery, pageReply, sendPage, withPage } from "#http/page-picture.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";

const schema = {
  tags: ["tasks"],
  summary: "A rendered page",
  security,
  params: z.object({ task_id: idShape("task"), n: pageNumber }),
  querystring: pageQuery,
  headers: pageHeaders,
  response: { 200: pageReply, ...errorRepliesWithId },
};

export function taskPage(app: App, { db, blobs, reader, stopping }: Pick<TaskDeps, "db" | "blobs" | "reader" | "stopping">): void {
  app.get(`/tasks/:task_id${PAGE_ADDRESS}`, { schema, config: { answerBytesMax: PAGE_BYTES_MAX } }, async (request, reply) => {
    const { bytes } = await readDocumentOf({ db, blobs }, request.accountId, request.params.task_id);
    const signal = AbortSignal.any([stopping, request.signal]);
    const password = request.headers["document-password"] ?? null;
    const ask = { page: request.params.n, widthPx: request.query.width, password };
    return sendPage(reply, await withPage(() => reader.renderPage(bytes, ask, signal)), password === null);
  });
}
