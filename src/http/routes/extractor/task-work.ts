/** GET /tasks/{task_id}/work; PUT …/assignment; POST …/comments; DELETE …/comments/{comment_id}: a task as work of several people. GET /reviews/people: who reviewed how much. */
import { z } from "zod";
import { isMember } from "#accounts/members.store.ts";
import { idShape } from "#contract/ids.ts";
import { AssignmentBody, CommentBody, ReviewDays, ReviewReport, TaskWork } from "#contract/review-work.ts";
import { mayAs } from "#contract/roles.ts";
import { reviewReport } from "#extraction/review-work/review-log.store.ts";
import { assign, comment, deleteComment, workOf } from "#extraction/review-work/review-work.ts";
import type { App } from "#http/app.ts";
import { errorReplies, errorRepliesWithId, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";

const params = z.object({ task_id: idShape("task") });
const base = { tags: ["review"], security, params };
const response = { 200: TaskWork, ...errorRepliesWithId };

export function taskWork(app: App, { db }: { db: Db }): void {
  app.get(
    "/tasks/:task_id/work",
    { schema: { ...base, summary: "Who reviews a task, and what was said of it", response } },
    async (request) => workOf(db, request.accountId, request.params.task_id),
  );

  const assignment = { ...base, summary: "Say who is to review a task", body: AssignmentBody, response };
  app.put("/tasks/:task_id/assignment", { schema: assignment }, async ({ caller, params: { task_id }, body }) =>
    assign(db, caller, task_id, body.person_id, (tx, personId) => isMember(tx, caller.accountId, personId)),
  );

  const say = { ...base, summary: "Comment on a task", body: CommentBody, response };
  app.post("/tasks/:task_id/comments", { schema: say }, async (request) =>
    comment(db, request.accountId, request.params.task_id, request.session?.personId ?? null, request.body.text),
  );

  const unsay = { ...base, params: params.extend({ comment_id: idShape("cmt") }), summary: "Delete a comment on a task", response };
  app.delete("/tasks/:task_id/comments/:comment_id", { schema: unsay }, async ({ caller, session, params: { task_id, comment_id } }) =>
    deleteComment(
      db,
      caller,
      { taskId: task_id, commentId: comment_id },
      { personId: session?.personId ?? null, mayAny: session === null || mayAs(session.workspace.role, "admin") },
    ),
  );

  const report = {
    tags: ["review"],
    security,
    summary: "Who reviewed how much, and which fields were corrected",
    querystring: z.object({ days: ReviewDays }),
    response: { 200: ReviewReport, ...errorReplies },
  };
  app.get("/reviews/people", { schema: report }, async (request) => reviewReport(db, request.accountId, request.query.days));
}
