/** GET /tasks: the account's tasks, newest first. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { Cursor, Limit } from "#contract/json.ts";
import { TaskState, TaskSummary } from "#contract/task.ts";
import { summaryOf } from "#extraction/task-record.ts";
import { listTasks } from "#extraction/task-rows.store.ts";
import type { App } from "#http/app.ts";
import { errorReplies, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";

const schema = {
  tags: ["tasks"],
  summary: "List tasks",
  security,
  querystring: z.object({
    status: TaskState.optional(),
    template_id: idShape("tpl").optional(),
    created_after: z.iso.datetime({ offset: true }).optional().describe("RFC 3339, such as `2026-01-31T12:00:00Z`."),
    limit: Limit,
    cursor: Cursor.optional().describe("`next_cursor` of the page before."),
  }),
  response: {
    200: z.object({ tasks: z.array(TaskSummary), next_cursor: z.string().nullable() }).meta({ id: "TaskList" }),
    ...errorReplies,
  },
};

export function tasks(app: App, { db }: { db: Db }): void {
  app.get("/tasks", { schema }, async (request) => {
    const { status, template_id, created_after, limit, cursor } = request.query;
    const rows = await listTasks(db, request.accountId, {
      state: status ?? null,
      templateId: template_id ?? null,
      createdAfter: created_after === undefined ? null : new Date(created_after),
      after: cursor ?? null,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return { tasks: page.map(summaryOf), next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  });
}
