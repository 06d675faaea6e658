/** GET /tasks/{task_id}/deliveries: the log of a task's webhooks. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { DeliveryList } from "#contract/webhooks.ts";
import { requireTask } from "#extraction/task-actions.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";
import { listDeliveries } from "#webhooks/deliveries.store.ts";

const schema = {
  tags: ["webhooks"],
  summary: "Webhook deliveries of a task",
  security,
  params: z.object({ task_id: idShape("task") }),
  response: { 200: DeliveryList, ...errorRepliesWithId },
};

export function taskDeliveries(app: App, { db }: { db: Db }): void {
  app.get("/tasks/:task_id/deliveries", { schema }, async (request) => {
    await requireTask(db, request.accountId, request.params.task_id);
    return { deliveries: await listDeliveries(db, request.accountId, { taskId: request.params.task_id }) };
  });
}
