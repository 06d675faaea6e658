/** GET, DELETE /tasks/{task_id}; POST …/cancel, …/retry. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { wholeNumber } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { TaskRecord } from "#contract/task.ts";
import { cancel, remove, retry, waitForTask } from "#extraction/task-actions.ts";
import type { App } from "#http/app.ts";
import type { TaskDeps } from "#http/http-deps.ts";
import { errorRepliesWithId, security, sendJson } from "#http/replies.ts";

const params = z.object({ task_id: idShape("task") });
const record = { 200: TaskRecord, ...errorRepliesWithId };
const base = { tags: ["tasks"], security, params };
const wait = wholeNumber(0, LIMITS.waitSecondsMax, 0).describe("Seconds to wait for the task to finish.");

export function task(
  app: App,
  deps: Pick<TaskDeps, "db" | "watch" | "queue" | "blobs" | "metrics" | "publicUrl" | "retentionDays" | "stopping">,
): void {
  const get = { ...base, summary: "Read a task, or wait for it", querystring: z.object({ wait }), response: record };
  app.get("/tasks/:task_id", { schema: get }, async (request, reply) => {
    const gone = AbortSignal.any([deps.stopping, request.signal]);
    const text = await waitForTask(deps, request.accountId, request.params.task_id, request.query.wait, gone);
    return sendJson(reply, text);
  });
  app.delete(
    "/tasks/:task_id",
    { schema: { ...base, summary: "Delete a task with its document", response: { 204: z.null(), ...errorRepliesWithId } } },
    async (request, reply) => {
      await remove(deps, request.caller, request.params.task_id);
      return reply.code(204).send(null);
    },
  );
  app.post("/tasks/:task_id/cancel", { schema: { ...base, summary: "Stop a task", response: record } }, async (request) =>
    cancel(deps, request.accountId, request.params.task_id),
  );
  app.post("/tasks/:task_id/retry", { schema: { ...base, summary: "Start a failed task again", response: record } }, async (request) =>
    retry(deps, request.accountId, request.params.task_id),
  );
}
