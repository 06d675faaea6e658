/** POST /tasks/{task_id}/review: corrections by a person, and whether the review is done. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { ReviewBody, TaskRecord } from "#contract/task.ts";
import { type ReviewDeps, reviewTask } from "#extraction/review.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";

const schema = {
  tags: ["tasks"],
  summary: "Correct values of a task, or mark it as reviewed",
  security,
  params: z.object({ task_id: idShape("task") }),
  body: ReviewBody,
  response: { 200: TaskRecord, ...errorRepliesWithId },
};

export function taskReview(app: App, deps: ReviewDeps): void {
  app.post("/tasks/:task_id/review", { schema }, async (request) =>
    reviewTask(
      deps,
      request.caller,
      { by: request.session?.email ?? "API key", personId: request.session?.personId ?? null },
      request.params.task_id,
      request.body,
    ),
  );
}
