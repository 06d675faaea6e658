/** POST /reviews/next; POST, DELETE /reviews/{task_id}: a task is open for one person at a time. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { NextReview, NextReviewBody, TaskWork } from "#contract/review-work.ts";
import { closeReview, openForReview, openNext } from "#extraction/review-work/review-work.ts";
import type { App } from "#http/app.ts";
import { askingOf } from "#http/asking.ts";
import type { AccountDeps } from "#http/http-deps.ts";
import { errorReplies, errorRepliesWithId } from "#http/replies.ts";

const base = { tags: ["review"] };
const one = { ...base, params: z.object({ task_id: idShape("task") }) };

export function reviews(app: App, { db }: Pick<AccountDeps, "db">): void {
  const next = { ...base, summary: "Open the next task to review", body: NextReviewBody, response: { 200: NextReview, ...errorReplies } };
  app.post("/reviews/next", { schema: next }, async (request) => ({
    task_id: await openNext(db, request.accountId, askingOf(request).personId, request.body),
  }));

  const open = { ...one, summary: "Open a task for review, or keep it open", response: { 200: TaskWork, ...errorRepliesWithId } };
  app.post("/reviews/:task_id", { schema: open }, async (request) =>
    openForReview(db, request.accountId, request.params.task_id, askingOf(request).personId),
  );

  const close = { ...one, summary: "Close a task that was open for review", response: { 204: z.null(), ...errorRepliesWithId } };
  app.delete("/reviews/:task_id", { schema: close }, async (request, reply) => {
    await closeReview(db, request.accountId, request.params.task_id, askingOf(request).personId);
    return reply.code(204).send(null);
  });
}
