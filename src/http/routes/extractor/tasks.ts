/** GET /tasks: the account's tasks, newest first or least confident first. */
import { z } from "zod";
import { invalid } from "#contract/errors.ts";
import { idShape, isId } from "#contract/ids.ts";
import { Limit, NO_CURSOR } from "#contract/json.ts";
import { TaskState, TaskSummary } from "#contract/task.ts";
import { listLeastConfident, listNewest, type TaskSortKey } from "#extraction/task-list.store.ts";
import { summaryOf } from "#extraction/task-record.ts";
import type { App } from "#http/app.ts";
import { errorReplies, security } from "#http/replies.ts";
import { cursorOfSortKey, SortKeyCursor, sortKeyOfCursor } from "#http/sort-key-cursor.ts";
import { filterOf, taskFilter } from "#http/task-filter.ts";
import type { Db } from "#platform/postgres/db.ts";

const schema = {
  tags: ["tasks"],
  summary: "List tasks",
  security,
  querystring: z.object({
    status: TaskState.optional().describe("Only tasks in this state."),
    template_id: idShape("tpl").optional(),
    ...taskFilter,
    order: z.enum(["newest", "least_confident"]).default("newest").describe("`least_confident`: tasks without a confidence come last."),
    limit: Limit,
    cursor: SortKeyCursor.optional(),
  }),
  response: {
    200: z.object({ tasks: z.array(TaskSummary), next_cursor: z.string().nullable() }).meta({ id: "TaskList" }),
    ...errorReplies,
  },
};

export function tasks(app: App, { db }: { db: Db }): void {
  app.get("/tasks", { schema }, async (request) => {
    const { status, template_id, order, limit, cursor } = request.query;
    const filter = {
      state: status ?? null,
      templateId: template_id ?? null,
      ...filterOf(request.query, request.session?.personId ?? null),
      limit: limit + 1,
    };
    const { accountId } = request;
    const isNewest = order === "newest";
    const rows = isNewest
      ? await listNewest(db, accountId, filter, cursor === undefined ? null : { id: idOf(cursor) })
      : await listLeastConfident(db, accountId, filter, cursor === undefined ? null : sortKeyOf(cursor));
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { tasks: page.map(summaryOf), next_cursor: last ? (isNewest ? last.id : cursorOfSortKey([last.confidence, last.id])) : null };
  });
}

const CursorParts = z.tuple([z.number().nullable(), z.string().refine((text) => isId("task", text))]);

/** Throws ApiError 422. */
function idOf(cursor: string): string {
  if (!isId("task", cursor)) throw invalid(["query", "cursor"], NO_CURSOR);
  return cursor;
}

/** Throws ApiError 422. */
function sortKeyOf(cursor: string): TaskSortKey {
  const [confidence, id] = sortKeyOfCursor(CursorParts, cursor);
  return { confidence, id };
}
