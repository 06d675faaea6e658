/** GET /tasks/{task_id}/pages/{n}/words: the words of a page, or of a box on it, read in the reader's child process. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { BboxText, bboxIn, PageWords } from "#contract/page-words.ts";
import { wordsOn } from "#extraction/page-words.ts";
import type { App } from "#http/app.ts";
import type { TaskDeps } from "#http/http-deps.ts";
import { pageHeaders, pageNumber, withPage } from "#http/page-picture.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";

const schema = {
  tags: ["tasks"],
  summary: "The words of a page, or of a part of it",
  security,
  params: z.object({ task_id: idShape("task"), n: pageNumber }),
  querystring: z.object({ bbox: BboxText }),
  headers: pageHeaders,
  response: { 200: PageWords, ...errorRepliesWithId },
};

export function taskPageWords(app: App, deps: Pick<TaskDeps, "db" | "blobs" | "reader" | "stopping">): void {
  app.get("/tasks/:task_id/pages/:n/words", { schema }, async (request) => {
    const { task_id, n: page } = request.params;
    const bbox = bboxIn(request.query.bbox);
    const signal = AbortSignal.any([deps.stopping, request.signal]);
    const ask = { page, bbox, password: request.headers["document-password"] ?? null };
    const text = await withPage(() => wordsOn(deps, request.accountId, task_id, ask, signal));
    return { page, bbox, text };
  });
}
