/** GET /tasks/{task_id}/schema: the schema of a task. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { SchemaShape } from "#contract/schema/field.ts";
import { requireTask } from "#extraction/task-actions.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";

const schema = {
  tags: ["tasks"],
  summary: "The schema a task was submitted with",
  security,
  params: z.object({ task_id: idShape("task") }),
  response: {
    200: z
      .object({ extraction_schema: SchemaShape.describe("As the service read it; for a template, the version that the task names.") })
      .meta({ id: "TaskSchema" }),
    ...errorRepliesWithId,
  },
};

export function taskSchema(app: App, { db }: { db: Db }): void {
  app.get("/tasks/:task_id/schema", { schema }, async (request) => {
    const { request: asked } = await requireTask(db, request.accountId, request.params.task_id);
    return { extraction_schema: asked.schema };
  });
}
