/** POST /reviews/next: the next task to review. GET /reviews/people: who reviewed how much, and which fields were corrected. */
import { z } from "zod";
import { NextReview, NextReviewBody, ReviewDays, ReviewReport } from "#contract/review-work.ts";
import { reviewReport } from "#extraction/review-work/review-log.store.ts";
import { openNext } from "#extraction/review-work/review-work.ts";
import type { App } from "#http/app.ts";
import { errorReplies, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";
import { personOf } from "./task-work.ts";

const base = { tags: ["review"], security };

export function reviews(app: App, { db }: { db: Db }): void {
  const next = { ...base, summary: "Open the next task to review", body: NextReviewBody, response: { 200: NextReview, ...errorReplies } };
  app.post("/reviews/next", { schema: next }, async (request) => ({
    task_id: await openNext(db, request.accountId, personOf(request), request.body),
  }));

  const report = {
    ...base,
    summary: "Who reviewed how much, and which fields were corrected",
    querystring: z.object({ days: ReviewDays }),
    response: { 200: ReviewReport, ...errorReplies },
  };
  app.get("/reviews/people", { schema: report }, async (request) => reviewReport(db, request.accountId, request.query.days));
}
