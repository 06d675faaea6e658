/** GET /tasks/{task_id}/work; POST, DELETE …/open; PUT …/assignment; POST …/comments: a task as work of several people. */
import { z } from "zod";
import { isMember } from "#accounts/members.store.ts";
import { ApiError } from "#contract/errors.ts";
import { idShape } from "#contract/ids.ts";
import { AssignmentBody, CommentBody, TaskWork } from "#contract/review-work.ts";
import { assign, closeReview, comment, openForReview, workOf } from "#extraction/review-work/review-work.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
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

  app.post("/tasks/:task_id/open", { schema: { ...base, summary: "Open a task for review, or keep it open", response } }, async (request) =>
    openForReview(db, request.accountId, request.params.task_id, personOf(request)),
  );

  const close = { ...base, summary: "Close a task that was open for review", response: { 204: z.null(), ...errorRepliesWithId } };
  app.delete("/tasks/:task_id/open", { schema: close }, async (request, reply) => {
    await closeReview(db, request.accountId, request.params.task_id, personOf(request));
    return reply.code(204).send(null);
  });

  const assignment = { ...base, summary: "Say who is to review a task", body: AssignmentBody, response };
  app.put("/tasks/:task_id/assignment", { schema: assignment }, async ({ caller, params: { task_id }, body }) =>
    assign(db, caller, task_id, body.person_id, (tx, personId) => isMember(tx, caller.accountId, personId)),
  );

  const say = { ...base, summary: "Comment on a task", body: CommentBody, response };
  app.post("/tasks/:task_id/comments", { schema: say }, async (request) =>
    comment(db, request.accountId, request.params.task_id, request.session?.personId ?? null, request.body.text),
  );
}

/** Throws ApiError 400 person_needed for a key. */
export function personOf({ session }: { session: { personId: string } | null }): string {
  if (!session) throw new ApiError("person_needed");
  return session.personId;
}
